package env

import (
	"fmt"
	"io"
	"os"
)

// ReadAtMost reads a file that is not larger. The error names the file.
func ReadAtMost(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	raw, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(raw)) > most {
		err = fmt.Errorf("%s: expected at most %d bytes", path, most)
	}
	return raw, err
}
