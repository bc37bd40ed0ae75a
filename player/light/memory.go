package light

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	"github.com/cometbft/cometbft/libs/tempfile"

	"github.com/battleship-chain/battleship/x/battleship/storeproof"
)

// rememberEvery is how often a newer header is written down at most.
const rememberEvery = 10 * time.Second

// Memory is what a home directory remembers of a chain: where trust in it began, and the newest header that was
// verified.
type Memory struct {
	path string

	mu      sync.Mutex
	held    memory
	written time.Time
}

// memory is the file.
type memory struct {
	RootHeight int64              `json:"root_height"`
	RootHash   cmtbytes.HexBytes  `json:"root_hash"`
	Newest     storeproof.Trusted `json:"newest"`
}

// dir is where a home remembers.
func dir(home string) string { return filepath.Join(home, "trust") }

// Open returns what a home remembers of a chain. Of one that it does not know, Newest returns nothing.
func Open(home, chainID string) (*Memory, error) {
	m := &Memory{path: filepath.Join(dir(home), "chain-"+url.PathEscape(chainID)+".json")}
	raw, err := os.ReadFile(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = cmtjson.Unmarshal(raw, &m.held)
	}
	if err == nil {
		err = m.held.Newest.Validate()
	}
	if err == nil && m.held.Newest.ChainID != chainID {
		err = fmt.Errorf("expected a header of %s, got one of %s", chainID, m.held.Newest.ChainID)
	}
	if err != nil {
		return nil, fmt.Errorf("the header that is trusted, in %s: %w: remove the file, and name a header with "+
			"--trust-height and --trust-hash", m.path, err)
	}
	return m, nil
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
func (m *Memory) Newest() (storeproof.Trusted, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.held.Newest, m.held.Newest.Block != nil
}

// From returns where to start if the user names a trusted header: there, unless what is remembered began with the same.
func (m *Memory) From(root storeproof.Trusted) storeproof.Trusted {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held.Newest.Block != nil && m.held.RootHeight == root.Height && m.held.RootHash.String() == root.Hash.String() {
		return m.held.Newest
	}
	m.held = memory{RootHeight: root.Height, RootHash: root.Hash}
	return root
}

// Remember writes a verified header down, now and then. What cannot be written is no reason to stop: the next program
// starts at an older header.
func (m *Memory) Remember(t storeproof.Trusted) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held.Newest = t
	if time.Since(m.written) < rememberEvery {
		return
	}
	raw, err := cmtjson.MarshalIndent(m.held, "", " ")
	if err != nil || os.MkdirAll(filepath.Dir(m.path), 0o700) != nil || m.isNewer() {
		return
	}
	if tempfile.WriteFileAtomic(m.path, append(raw, '\n'), 0o600) == nil {
		m.written = time.Now()
	}
}

// isNewer reports whether another program has written a newer header down, from the same start.
func (m *Memory) isNewer() bool {
	raw, err := os.ReadFile(m.path)
	if err != nil {
		return false
	}
	var other memory
	if err := cmtjson.Unmarshal(raw, &other); err != nil {
		return false
	}
	return other.RootHeight == m.held.RootHeight && other.RootHash.String() == m.held.RootHash.String() &&
		other.Newest.Height > m.held.Newest.Height
}
