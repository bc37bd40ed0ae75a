package channel_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	at "github.com/battleship-chain/battleship/player/channel"
)

// ship is a player of a game whose log is a file.
type ship struct {
	*player

	dir string
}

// afloat returns both players of a game, the creator's log in a file, after some moves.
func afloat(t *testing.T, moves int) (both [2]*player, s *ship) {
	t.Helper()
	g := xaya()
	both = players(t, g)
	s = &ship{player: both[0], dir: at.Dir(t.TempDir(), "chain/1", "ship1alice")}
	if err := at.Prepare(s.dir, key(g, 0)); err != nil {
		t.Fatal(err)
	}
	s.launch(t)
	playOn(t, both, moves)
	return both, s
}

// launch opens the log, which may be one that refuses, and has the player go on with it.
func (s *ship) launch(t *testing.T) {
	t.Helper()
	log, err := at.OpenLog(s.dir, name(s.game, s.me))
	if err != nil {
		t.Fatal(err)
	}
	s.sit(t, log)
}

func (s *ship) sit(t *testing.T, log *at.Log) {
	t.Helper()
	var err error
	if s.Table, err = at.NewTable(s.game.Channel, s.me, s.sign, log); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
}

// path is the file of the log.
func (s *ship) path() string {
	return at.LogPath(s.dir, name(s.game, s.me))
}

// keptProof checks that the newest proof is beside the log.
func (s *ship) keptProof(t *testing.T) {
	t.Helper()
	raw, err := os.ReadFile(at.ProofPath(s.dir, name(s.game, s.me)))
	if err != nil || !bytes.Equal(raw, at.MarshalUpdate(s.Proof())) {
		t.Errorf("expected the newest proof beside the log, got %x, %v", raw, err)
	}
}

// refuses checks that nothing is signed any more, for one reason.
func (s *ship) refuses(t *testing.T, want error) {
	t.Helper()
	if err := s.Refusal(); !errors.Is(err, want) {
		t.Fatalf("expected %v, got %v", want, err)
	}
	if !s.owes() {
		t.Fatal("expected a player that owes a move")
	}
	move := s.game.Move(s.State(), s.aim(s.State()))
	if update, _, err := s.Move(move); !errors.Is(err, want) || update.Move != nil {
		t.Fatalf("expected %v, got %v, %v", want, err, update)
	}
	if errors.Is(want, at.ErrOnChain) {
		return
	}
	if update, _, err := s.SubmitMove(move); !errors.Is(err, want) || update.Move != nil {
		t.Fatalf("expected %v, got %v, %v", want, err, update)
	}
}

// TestAFile: a log goes from what was prepared to the game's own, and holds the game across programs.
func TestAFile(t *testing.T) {
	both, s := afloat(t, 6)
	for range 3 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.move(); err == nil {
			t.Fatal("expected nothing to be signed without a log")
		}
		s.launch(t)
		if err := errors.Join(s.Refusal(), same(both), s.Trouble()); err != nil {
			t.Fatal(err)
		}
		playOn(t, both, 4)
	}
	s.keptProof(t)
	if _, err := os.Lstat(filepath.Join(s.dir, fmt.Sprintf("%x.key", key(s.game, 0)))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("expected one log, got another: %v", err)
	}
	read, err := at.ReadLog(s.dir, name(s.game, 0))
	if err != nil || !errors.Is(read.Refusal(), at.ErrReadOnly) || len(read.Records()) != 19 {
		t.Errorf("expected 19 records to read, got %d, %v, %v", len(read.Records()), read.Refusal(), err)
	}
	if _, err := s.move(); err != nil {
		t.Fatal(err)
	}
	s.keptProof(t)
}

// TestPrepared: a prepared log is that of no game until it is opened.
func TestPrepared(t *testing.T) {
	g, dir := xaya(), at.Dir(t.TempDir(), "chain", "ship1alice")
	n := name(g, 0)
	if _, err := at.OpenLog(dir, n); !errors.Is(err, at.ErrMissing) {
		t.Errorf("expected %v, got %v", at.ErrMissing, err)
	}
	for range 2 {
		if err := at.Prepare(dir, n.Key); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := at.ReadLog(dir, n); !errors.Is(err, at.ErrMissing) {
		t.Errorf("expected %v, got %v", at.ErrMissing, err)
	}
	if _, err := at.OpenLog(dir, n); err != nil {
		t.Errorf("expected the log of the game, got %v", err)
	}
	if err := at.Prepare(dir, n.Key[1:]); err == nil {
		t.Error("expected half a key to be refused")
	}
}

// TestAMissingLog: what was signed is not known, so nothing is; what the opponent has is taken over to be submitted.
func TestAMissingLog(t *testing.T) {
	both, s := afloat(t, 6)
	if err := errors.Join(s.Close(), os.Remove(s.path())); err != nil {
		t.Fatal(err)
	}
	_, err := at.OpenLog(s.dir, name(s.game, 0))
	if !errors.Is(err, at.ErrMissing) {
		t.Fatalf("expected %v, got %v", at.ErrMissing, err)
	}
	s.sit(t, at.LostLog(name(s.game, 0), err))
	update, _ := both[1].Resend()
	if news, _, err := s.Receive(update); !news || err != nil {
		t.Fatal(news, err)
	}
	if err := same(both); err != nil {
		t.Fatal(err)
	}
	s.refuses(t, at.ErrMissing)
	if _, err := s.game.Judge(s.Proof(), nil, nil); err != nil {
		t.Errorf("expected what can be submitted, got %v", err)
	}
}

// TestAttackACopy: neither a copy of a log in its place nor one from a backup signs anything; what stands in it can be
// submitted.
func TestAttackACopy(t *testing.T) {
	both, s := afloat(t, 2)
	backup, err := os.ReadFile(s.path())
	if err != nil {
		t.Fatal(err)
	}
	playOn(t, both, 4)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	current, err := os.ReadFile(s.path())
	if err != nil {
		t.Fatal(err)
	}
	for what, content := range map[string][]byte{"a copy": current, "a backup": backup} {
		other := s.path() + ".restored"
		if err := errors.Join(os.WriteFile(other, content, 0o600), os.Rename(other, s.path())); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s.launch(t)
			s.refuses(t, at.ErrCopy)
			if _, err := s.game.Judge(s.Proof(), nil, nil); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		left, err := os.ReadFile(s.path())
		if err != nil || !bytes.Equal(left, content) {
			t.Errorf("%s: expected the file as it was found, %v", what, err)
		}
	}
}

// TestAnotherMachine: the very same file under another machine's id is a copy of the whole disk.
func TestAnotherMachine(t *testing.T) {
	_, s := afloat(t, 2)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	id := filepath.Join(t.TempDir(), "machine-id")
	if err := os.WriteFile(id, []byte("b08dfa6083e7567a1921a715000001fb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	at.SetMachineFiles(t, id)
	s.launch(t)
	s.refuses(t, at.ErrCopy)
}

// TestAnotherFileOfTheSameNumber: a system uses the number of a file again, for one that was made later.
func TestAnotherFileOfTheSameNumber(t *testing.T) {
	_, s := afloat(t, 2)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(s.path())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.path(), at.Reborn(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	s.launch(t)
	s.refuses(t, at.ErrCopy)
}

// TestAMovedHome: a home that is renamed goes on.
func TestAMovedHome(t *testing.T) {
	both, s := afloat(t, 2)
	moved := filepath.Join(t.TempDir(), "elsewhere")
	if err := errors.Join(s.Close(), os.Rename(s.dir, moved)); err != nil {
		t.Fatal(err)
	}
	s.dir = moved
	s.launch(t)
	playOn(t, both, 4)
}

// TestDamage changes each byte of a log, and cuts it off everywhere. Whatever is left, either nothing is signed, or all
// that was signed is known.
func TestDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("damage to every byte takes seconds")
	}
	both, s := afloat(t, 4)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(s.path())
	if err != nil {
		t.Fatal(err)
	}
	update, _ := both[1].Resend()
	var refused, mended int
	check := func(what string, content []byte) {
		t.Helper()
		if err := os.WriteFile(s.path(), content, 0o600); err != nil {
			t.Fatal(err)
		}
		s.launch(t)
		defer func() { _ = s.Close() }()
		if s.Refusal() != nil {
			refused++
			if left, err := os.ReadFile(s.path()); err != nil || !bytes.Equal(left, content) {
				t.Fatalf("%s: expected the file as it was found, %v", what, err)
			}
			s.restore(t, update)
			return
		}
		mended++
		if _, _, err := s.Receive(update); err != nil || s.Refusal() != nil {
			t.Fatalf("%s: %v, %v", what, err, s.Refusal())
		}
		if err := same(both); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	check("nothing", whole)
	for i := range whole {
		changed := bytes.Clone(whole)
		changed[i] ^= 0x20
		check(fmt.Sprintf("byte %d changed", i), changed)
		check(fmt.Sprintf("cut at byte %d", i), whole[:i])
	}
	check("bytes added", append(bytes.Clone(whole), "what is that"...))
	if refused == 0 || mended == 0 {
		t.Errorf("expected both, got %d refused, %d mended", refused, mended)
	}
	t.Logf("%d logs refused, %d mended", refused, mended)
}

// restore takes over what the opponent has, to submit it.
func (s *ship) restore(t *testing.T, update channel.Proof) {
	t.Helper()
	if _, _, err := s.Receive(update); err != nil {
		t.Fatal(err)
	}
	s.refuses(t, at.ErrDamaged)
}

// TestAttackAnOlderLog: a log that was set back in its place shows itself when the opponent goes on from what it does
// not know.
func TestAttackAnOlderLog(t *testing.T) {
	both, s := afloat(t, 4)
	size := func() int64 {
		info, err := os.Stat(s.path())
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	older, err := os.ReadFile(s.path())
	if err != nil {
		t.Fatal(err)
	}
	playOn(t, both, 2)
	update, _ := both[1].Resend()
	if err := s.Close(); err != nil || size() == int64(len(older)) {
		t.Fatal(err)
	}
	// In place: same inode, and its marks are those of then.
	if err := os.WriteFile(s.path(), older, 0o600); err != nil {
		t.Fatal(err)
	}
	s.launch(t)
	if err := s.Refusal(); err != nil {
		t.Fatal(err)
	}
	if news, _, err := s.Receive(update); !news || err != nil {
		t.Fatal(news, err)
	}
	for range 2 {
		s.refuses(t, at.ErrElsewhere)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s.launch(t)
	}
	// A program that only reads the log has to know it, too: the recovery of a game refused one that was closed.
	if read, err := at.ReadLog(s.dir, name(s.game, 0)); err != nil || !errors.Is(read.Refusal(), at.ErrElsewhere) {
		t.Errorf("expected %v, got %v, %v", at.ErrElsewhere, read.Refusal(), err)
	}
	// Nor is anything else once the game is on-chain: what was signed elsewhere is not known there either.
	if err := errors.Join(s.StopSigning(), s.Close()); err != nil {
		t.Fatal(err)
	}
	s.launch(t)
	s.refuses(t, at.ErrElsewhere)
}

// TestAnotherGamesLog: a log of another seat, channel or key is refused.
func TestAnotherGamesLog(t *testing.T) {
	_, s := afloat(t, 2)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	n := name(s.game, 0)
	for what, change := range map[string]func(n *at.Name){
		"seat":    func(n *at.Name) { n.Seat = game.Joiner },
		"channel": func(n *at.Name) { n.Channel[31] ^= 1 },
		"key":     func(n *at.Name) { n.Key = key(s.game, 1) },
	} {
		other := n
		change(&other)
		log, err := at.OpenLog(s.dir, other)
		if err != nil {
			t.Fatal(err)
		}
		if !errors.Is(log.Refusal(), at.ErrDamaged) {
			t.Errorf("%s: expected %v, got %v", what, at.ErrDamaged, log.Refusal())
		}
	}
	log, err := at.OpenLog(s.dir, n)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	other := channeltest.New(game.Xaya(), channeltest.Options{Seed: 7})
	if _, err := at.NewTable(other.Channel, 0, s.sign, log); err == nil {
		t.Error("expected a table of another game to be refused")
	}
	if _, err := at.NewTable(s.game.Channel, 1, s.sign, log); err == nil {
		t.Error("expected a table of the other player to be refused")
	}
}

// TestTwoProcesses: the second one is told to wait, and goes on when the first has ended, however it does.
func TestTwoProcesses(t *testing.T) {
	if dir := os.Getenv("BATTLESHIP_TEST_LOG"); dir != "" {
		if _, err := at.OpenLog(dir, name(xaya(), 0)); err != nil {
			t.Fatal(err)
		}
		fmt.Println("opened")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n') // until it is killed
		return
	}
	both, s := afloat(t, 4)
	if _, err := at.OpenLog(s.dir, name(s.game, 0)); !errors.Is(err, at.ErrInUse) {
		t.Errorf("expected %v, got %v", at.ErrInUse, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	first := exec.Command(os.Args[0], "-test.run=^TestTwoProcesses$")
	first.Env = append(os.Environ(), "BATTLESHIP_TEST_LOG="+s.dir)
	if _, err := first.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := first.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "opened\n" {
		t.Fatalf("expected it to open the log, got %q, %v", line, err)
	}
	_, err = at.OpenLog(s.dir, name(s.game, 0))
	if !errors.Is(err, at.ErrInUse) {
		t.Errorf("expected %v, got %v", at.ErrInUse, err)
	}
	if _, err := at.ReadLog(s.dir, name(s.game, 0)); err != nil {
		t.Errorf("expected the log to be read all the same, got %v", err)
	}
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait()
	s.launch(t)
	playOn(t, both, 2)
}

// TestTwoMachines: a player that plays on two machines at once, each with a log that it takes for the only one, stops
// on the one that learns of the other.
func TestTwoMachines(t *testing.T) {
	g := xaya()
	both := players(t, g)
	twin := &player{game: g, me: 0, disk: newDisk(key(g, 0)), aim: channeltest.InOrder}
	twin.start(t)
	playOn(t, both, 6)
	update, _ := both[1].Resend()
	if news, _, err := twin.Receive(update); !news || err != nil {
		t.Fatal(news, err)
	}
	if _, err := twin.move(); !errors.Is(err, at.ErrElsewhere) {
		t.Errorf("expected %v, got %v", at.ErrElsewhere, err)
	}
	// The end of the game is written down on-chain, too, and does not make the log one that knows what was signed.
	end := playOn(t, both, 1000)
	if err := twin.StopSigning(); err != nil {
		t.Fatal(err)
	}
	if news, err := twin.Import(end[len(end)-1]); !news || err != nil {
		t.Fatal(news, err)
	}
	twin.start(t)
	if err := twin.Refusal(); !errors.Is(err, at.ErrElsewhere) {
		t.Errorf("expected %v, got %v", at.ErrElsewhere, err)
	}
	// An own update that comes back shows the same, also to a player that does not owe a move.
	other := &player{game: g, me: 1, disk: newDisk(key(g, 1)), aim: channeltest.InOrder}
	other.start(t)
	if news, _, err := other.Receive(update); !news || err != nil || !errors.Is(other.Refusal(), at.ErrElsewhere) {
		t.Errorf("expected %v, got %v, %v, %v", at.ErrElsewhere, other.Refusal(), news, err)
	}
}

// TestTrouble: a proof that cannot be kept for a watchtower, and an update that cannot be written down, stop nothing,
// and are said until they can.
func TestTrouble(t *testing.T) {
	both, s := afloat(t, 4)
	proof := at.ProofPath(s.dir, name(s.game, 0))
	if err := errors.Join(os.Remove(proof), os.MkdirAll(filepath.Join(proof, "in the way"), 0o700)); err != nil {
		t.Fatal(err)
	}
	playOn(t, [2]*player{s.player, both[1]}, 2)
	if s.Trouble() == nil {
		t.Error("expected the proof not to be kept")
	}
	if err := os.RemoveAll(proof); err != nil {
		t.Fatal(err)
	}
	playOn(t, [2]*player{s.player, both[1]}, 2)
	if err := s.Trouble(); err != nil {
		t.Error(err)
	}
}

// A proof that was not kept, or was lost with the power, was once missing until the next move.
func TestRegressionALostProofIsKeptAgain(t *testing.T) {
	_, s := afloat(t, 4)
	proof := at.ProofPath(s.dir, name(s.game, 0))
	if err := errors.Join(s.Close(), os.WriteFile(proof, []byte("older"), 0o600)); err != nil {
		t.Fatal(err)
	}
	s.launch(t)
	s.keptProof(t)
	if err := s.Trouble(); err != nil {
		t.Error(err)
	}
}

// Of programs that open a prepared log at once, one that lost the race by a moment once found no log at all.
func TestRegressionALogThatIsBeingOpenedIsNotMissing(t *testing.T) {
	n := name(xaya(), 0)
	for range 50 {
		dir := t.TempDir()
		if err := at.Prepare(dir, n.Key); err != nil {
			t.Fatal(err)
		}
		var (
			logs     [4]*at.Log
			errs     [4]error
			programs sync.WaitGroup
		)
		for i := range logs {
			programs.Go(func() { logs[i], errs[i] = at.OpenLog(dir, n) })
		}
		programs.Wait()
		opened := 0
		for i, log := range logs {
			if errs[i] == nil {
				opened++
				errs[i] = log.Close()
			} else if errors.Is(errs[i], at.ErrInUse) {
				errs[i] = nil
			}
		}
		if err := errors.Join(errs[:]...); err != nil || opened != 1 {
			t.Fatalf("expected one program to open the log, and others to find it in use, got %d, %v", opened, err)
		}
	}
}
