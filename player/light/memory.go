package light

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	"github.com/cometbft/cometbft/libs/tempfile"
	"golang.org/x/sys/unix"

	"github.com/battleship-chain/battleship/player/light/proof"
)

// rememberEvery is how often a newer header is written down at most.
const rememberEvery = 10 * time.Second

// Memory is a home directory's memory of a chain: its root of trust, the newest verified header, the witnesses, and the
// last block in which the player has seen a transaction of its own. Several programs may have one home.
type Memory struct {
	path string

	mu      sync.Mutex
	held    memory
	written time.Time
	// named reports whether the witnesses were set by SetWitnesses, and not read from the file.
	named bool
}

// memory is the file.
type memory struct {
	RootHeight int64             `json:"root_height"`
	RootHash   cmtbytes.HexBytes `json:"root_hash"`
	Newest     proof.Trusted     `json:"newest"`
	Witnesses  []string          `json:"witnesses,omitempty"`
}

// root names where trust began.
func (m memory) root() string { return fmt.Sprintf("%d %s", m.RootHeight, m.RootHash) }

// dir is where a home remembers.
func dir(home string) string { return filepath.Join(home, "trust") }

// Open returns a home's memory of a chain. For an unknown chain, Newest returns nothing.
func Open(home, chainID string) (*Memory, error) {
	m := &Memory{path: filepath.Join(dir(home), "chain-"+url.PathEscape(chainID)+".json")}
	held, err := readMemory(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = held.Newest.Validate()
	}
	if err == nil && held.Newest.ChainID != chainID {
		err = fmt.Errorf("expected a header of %s, got one of %s", chainID, held.Newest.ChainID)
	}
	if err != nil {
		return nil, fmt.Errorf("the header that is trusted, in %s: %w: remove the file, and name a header with "+
			"--trust-height and --trust-hash", m.path, err)
	}
	m.held = held
	return m, nil
}

func readMemory(path string) (held memory, err error) {
	raw, err := os.ReadFile(path)
	if err == nil {
		err = cmtjson.Unmarshal(raw, &held)
	}
	return held, err
}

// Chains are the chains that a home remembers.
func Chains(home string) []string {
	entries, err := os.ReadDir(dir(home))
	if err != nil {
		return nil // nothing is remembered
	}
	var all []string
	for _, entry := range entries {
		name, isJSON := strings.CutSuffix(entry.Name(), ".json")
		name, isChain := strings.CutPrefix(name, "chain-")
		if chainID, err := url.PathUnescape(name); err == nil && isJSON && isChain {
			all = append(all, chainID)
		}
	}
	return all
}

// Newest returns the newest header that was verified, and whether there is one.
func (m *Memory) Newest() (proof.Trusted, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.held.Newest, m.held.Newest.Block != nil
}

// From returns the starting header if the user names a trusted one: that one, unless the memory began with the same.
func (m *Memory) From(root proof.Trusted) proof.Trusted {
	m.mu.Lock()
	defer m.mu.Unlock()
	named := memory{RootHeight: root.Height, RootHash: root.Hash, Witnesses: m.held.Witnesses}
	if m.held.Newest.Block != nil && m.held.root() == named.root() {
		return m.held.Newest
	}
	m.held = named
	return root
}

// Witnesses are the nodes that must show the same headers.
func (m *Memory) Witnesses() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.held.Witnesses
}

// SetWitnesses sets the nodes that must show the same headers from now on. They are stored with the next header.
func (m *Memory) SetWitnesses(all []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held.Witnesses, m.named, m.written = all, true, time.Time{}
}

// Remember implements Keeper. It writes a verified header down now and then. What cannot be written is no reason to
// stop: the next program starts at an older header. Witnesses that another program has named since stay written down.
func (m *Memory) Remember(newest proof.Trusted) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held.Newest = newest
	if time.Since(m.written) < rememberEvery {
		return
	}
	_ = m.locked(func() error {
		next := m.held
		if other, err := readMemory(m.path); err == nil && other.root() == next.root() {
			if other.Newest.Height > newest.Height {
				next.Newest = other.Newest // another program has been faster
			}
			if !m.named {
				next.Witnesses = other.Witnesses
			}
		}
		raw, err := cmtjson.MarshalIndent(next, "", " ")
		if err == nil {
			err = tempfile.WriteFileAtomic(m.path, append(raw, '\n'), 0o600)
		}
		if err == nil {
			m.written, m.named = time.Now(), false
		}
		return err
	})
}

// Saw implements Keeper. The height is written at once.
func (m *Memory) Saw(height int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_ = m.locked(func() error {
		if m.seen() >= height {
			return nil
		}
		return tempfile.WriteFileAtomic(m.seenPath(), fmt.Appendf(nil, "%s %d\n", m.held.root(), height), 0o600)
	})
}

// Seen implements Keeper.
func (m *Memory) Seen() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seen()
}

// seen reads the height that was written last, by whichever program. One of another start is of another chain.
func (m *Memory) seen() int64 {
	raw, err := os.ReadFile(m.seenPath())
	if err != nil {
		return 0
	}
	text, ok := strings.CutPrefix(strings.TrimSuffix(string(raw), "\n"), m.held.root()+" ")
	height, err := strconv.ParseInt(text, 10, 64)
	if !ok || err != nil {
		return 0
	}
	return height
}

func (m *Memory) seenPath() string { return strings.TrimSuffix(m.path, ".json") + ".seen" }

// locked writes while no other program of the home does.
func (m *Memory) locked(write func() error) (err error) {
	if err := os.MkdirAll(filepath.Dir(m.path), 0o700); err != nil {
		return err
	}
	at, err := os.Open(filepath.Dir(m.path))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, at.Close()) }() // which gives the lock back
	if err := unix.Flock(int(at.Fd()), unix.LOCK_EX); err != nil {
		return err
	}
	return write()
}
