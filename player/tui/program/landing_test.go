package program_test

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// landed shows a duel on a terminal of a profile before and after shots, and returns the times that the screen waited
// for and whether the banner was seen during each.
func landed(
	t *testing.T, profile colorprofile.Profile, o program.Options, before, after int,
) ([]tui.Pause, []bool) {
	t.Helper()
	var (
		s       *stage
		waits   []tui.Pause
		banners []bool
	)
	o.Wait = func(_ context.Context, p tui.Pause) {
		waits = append(waits, p)
		banners = append(banners, strings.Contains(s.model.Plain(), "SUNK! Carrier"))
	}
	at := func(shots int) tui.Snapshot {
		return newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots(sinkAll()[:shots]...).shown()
	}
	s = begunAt(t, at(before), 80, 24, o)
	s.send(tea.ColorProfileMsg{Profile: profile})
	s.show(func(snap *tui.Snapshot) { version := snap.Version; *snap = at(after); snap.Version = version })
	s.seesNot("SUNK!")
	return waits, banners
}

func TestAShotIsSeenToLand(t *testing.T) {
	const frame, banner = tui.PauseFrame, tui.PauseBanner
	waits, banners := landed(t, colorprofile.ANSI, program.Options{}, 7, 8)
	require.Equal(t, []tui.Pause{frame, frame, frame}, waits)
	require.Equal(t, []bool{false, false, false}, banners)

	waits, banners = landed(t, colorprofile.TrueColor, program.Options{}, 8, 9)
	require.Equal(t, []tui.Pause{frame, frame, frame, banner}, waits, "the fifth hit sinks the carrier")
	require.Equal(t, []bool{true, true, true, true}, banners)

	waits, _ = landed(t, colorprofile.ANSI, program.Options{}, 7, 9)
	require.Len(t, waits, 3+4, "both boards at once")
}

// An off-chain game that is resumed, and one whose moves an index was asked for again, get their old moves later.
func TestOldShotsAreNotSeenToLand(t *testing.T) {
	moved := false
	s := begunAt(t, middle(t), 80, 24, program.Options{Wait: func(context.Context, tui.Pause) { moved = true }})
	s.send(tea.ColorProfileMsg{Profile: colorprofile.ANSI})
	log := s.backend.snap.Duel().Log
	s.show(func(snap *tui.Snapshot) { snap.Duel().Log = nil })
	s.show(func(snap *tui.Snapshot) { snap.Duel().Log = log })
	require.False(t, moved)
	waits, _ := landed(t, colorprofile.ANSI, program.Options{}, 4, 9)
	require.Empty(t, waits, "several shots at each board between two snapshots")
}

func TestNothingMovesOnAQuietScreen(t *testing.T) {
	for name, tc := range map[string]struct {
		profile colorprofile.Profile
		options program.Options
		before  int
	}{
		"without colours":       {profile: colorprofile.ASCII, before: 8},
		"with --quiet-screen":   {colorprofile.ANSI, program.Options{Quiet: true}, 8},
		"with plain characters": {colorprofile.ANSI, program.Options{ASCII: true}, 8},
		"without a new answer":  {profile: colorprofile.ANSI, before: 9},
		"after a rollback":      {profile: colorprofile.ANSI, before: 10},
	} {
		waits, _ := landed(t, tc.profile, tc.options, tc.before, 9)
		require.Empty(t, waits, name)
	}
}
