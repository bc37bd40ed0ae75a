package watchtower

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/player/channel"
)

// proofEnd is how the names of proofs end in a folder.
const proofEnd = ".proof"

// File is where a proof of a game is written.
type File struct {
	Game uint64
	Path string
}

// Find returns the files that paths name. A path is a file whose name begins with the number of its game, as do those
// beside a log; GAME=FILE for one with another name; or a folder with files that end in .proof, however deep.
func Find(paths []string) (found []File, err error) {
	for _, path := range paths {
		files, err := find(path)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if !slices.Contains(found, f) {
				found = append(found, f)
			}
		}
	}
	return found, nil
}

func find(path string) (found []File, err error) {
	if id, file, ok := strings.Cut(path, "="); ok {
		if game, err := strconv.ParseUint(id, 10, 64); err == nil && game > 0 {
			return []File{{game, file}}, nil
		}
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("proof: %w", err)
	case !info.IsDir():
		game, ok := gameOf(path)
		if !ok {
			return nil, fmt.Errorf("proof %s: expected a name that begins with the number of its game, or GAME=FILE", path)
		}
		return []File{{game, path}}, nil
	}
	err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if game, ok := gameOf(name); ok && !entry.IsDir() && strings.HasSuffix(name, proofEnd) {
			found = append(found, File{game, name})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("proofs in %s: %w", path, err)
	}
	return found, nil
}

// gameOf reads the number that the name of a file begins with.
func gameOf(path string) (uint64, bool) {
	name := filepath.Base(path)
	end := strings.IndexFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(name)
	}
	game, err := strconv.ParseUint(name[:end], 10, 64)
	return game, err == nil && game > 0
}

// read reads a file that could be a proof.
func read(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(file, channel.MaxUpdate+1))
	return raw, errors.Join(err, file.Close())
}
