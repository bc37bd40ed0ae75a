package notify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/cometbft/cometbft/libs/tempfile"

	"github.com/battleship-chain/battleship/player/kinds"
	"github.com/battleship-chain/battleship/player/text"
)

// Memory holds, for each game of a player, what has been delivered. It is a file, or in memory alone.
type Memory struct {
	path  string // empty for none
	games map[uint64]state
}

// state is a game as of its last event. The zero state is that of an unknown game.
type state struct {
	Kind text.Kind `json:"kind,omitempty"`
	// Invited reports whether the player was invited and had not joined, Open whether its game waited for players.
	Invited bool `json:"invited,omitempty"`
	Open    bool `json:"open,omitempty"`
	// Due is the player's last known obligation. It is empty for none.
	Due string `json:"due,omitempty"`
	// Over reports whether the game is over. It is not stored: such a game is forgotten.
	Over bool `json:"-"`
}

// OpenMemory reads the file of a path, which need not exist. An empty path is for none.
func OpenMemory(path string) (*Memory, error) {
	m := &Memory{path: path, games: make(map[uint64]state)}
	if path == "" {
		return m, nil
	}
	bz, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(bz, &m.games); err != nil {
		return nil, fmt.Errorf("%s: expected the delivered notifications, got another file: remove it: %w", path, err)
	}
	for id, s := range m.games {
		if int(s.Kind) >= len(kinds.All) {
			return nil, fmt.Errorf("%s: game %d is of a kind that this program does not know, a newer one may", path, id)
		}
	}
	return m, nil
}

func (m *Memory) has(id uint64) bool { _, ok := m.games[id]; return ok }

func (m *Memory) of(id uint64) state { return m.games[id] }

// ids returns the ids of the games in order.
func (m *Memory) ids() []uint64 { return slices.Sorted(maps.Keys(m.games)) }

// set remembers the state of a game, and forget forgets it.
func (m *Memory) set(id uint64, s state) error {
	m.games[id] = s
	return m.write()
}

func (m *Memory) forget(id uint64) error {
	delete(m.games, id)
	return m.write()
}

// write writes the file.
func (m *Memory) write() error {
	if m.path == "" {
		return nil
	}
	bz, err := json.Marshal(m.games)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(m.path), 0o700); err != nil {
		return fmt.Errorf("notifications: %w", err)
	}
	if err := tempfile.WriteFileAtomic(m.path, bz, 0o600); err != nil {
		return fmt.Errorf("notifications: %w", err)
	}
	return nil
}
