// Package terminal reads and operates a program on a terminal in memory, for tests.
package terminal

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"github.com/stretchr/testify/require"
)

// The smallest terminal that is enough for the screens.
const (
	columns = 80
	rows    = 24
)

// Size returns the size of a Terminal.
func Size() *pty.Winsize { return &pty.Winsize{Rows: rows, Cols: columns} }

// Terminal is the screen and the keyboard of a program.
type Terminal struct {
	t    testing.TB
	file *os.File
	news chan struct{} // after each change
	gone chan struct{} // closed when the program has ended
	err  error         // of the program, once it has ended

	mu     sync.Mutex
	screen vt10x.Terminal
}

// Follow reads from file, the controlling end of a terminal, until the program closes its end. The function wait then
// returns the error of the program. The file is closed when the test ends.
func Follow(t testing.TB, file *os.File, wait func() error) *Terminal {
	t.Helper()
	m := &Terminal{
		t: t, file: file, news: make(chan struct{}, 1), gone: make(chan struct{}),
		screen: vt10x.New(vt10x.WithSize(columns, rows)),
	}
	t.Cleanup(func() { _ = file.Close() })
	go m.read(wait)
	return m
}

func (m *Terminal) read(wait func() error) {
	buf := make([]byte, 1<<12)
	for {
		n, err := m.file.Read(buf)
		m.mu.Lock()
		_, _ = m.screen.Write(buf[:n])
		m.mu.Unlock()
		select {
		case m.news <- struct{}{}:
		default:
		}
		if err != nil { // the program has closed the terminal
			m.err = wait()
			close(m.gone)
			return
		}
	}
}

// Text returns the text on the screen.
func (m *Terminal) Text() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.screen.String()
}

// Await waits until the terminal shows one of several texts, and returns the text on the screen. The test fails if the
// program or the context ends before.
func (m *Terminal) Await(ctx context.Context, texts ...string) string {
	m.t.Helper()
	for {
		shown := m.Text()
		for _, text := range texts {
			if strings.Contains(shown, text) {
				return shown
			}
		}
		select {
		case <-m.news:
		case <-m.gone:
			require.Fail(m.t, "ended", "while waiting for %q: %v\n%s", texts, m.err, m.Text())
		case <-ctx.Done():
			require.Fail(m.t, "not shown", "expected one of %q, got\n%s", texts, m.Text())
		}
	}
}

// Press types keys.
func (m *Terminal) Press(keys string) {
	m.t.Helper()
	_, err := m.file.WriteString(keys)
	require.NoError(m.t, err)
}

// End waits for the end of the program, and returns its error. The test fails if the context ends before.
func (m *Terminal) End(ctx context.Context) error {
	m.t.Helper()
	select {
	case <-m.gone:
	case <-ctx.Done():
		require.Fail(m.t, "does not end", m.Text())
	}
	return m.err
}
