package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	// clockOffset is the variable of the environment by which the clock of a skewed program is ahead, a Go duration.
	clockOffset = "FAULTS_CLOCK_OFFSET"
	// programModule is the module of the program under test.
	programModule = "github.com/battleship-chain/battleship"
	// consensusPackage is the module whose clock a skewed program changes.
	consensusPackage = "github.com/cometbft/cometbft"
)

// clockFiles are the files of consensus that read the clock for votes and to judge the time of a block.
var clockFiles = []string{"types/time/time.go", "state/validation.go"}

// buildSkewed builds the program under test with a clock that can be wrong, and returns its path below a directory. It
// does so with a changed copy of the module of consensus.
func buildSkewed(ctx context.Context, dir string) (string, error) {
	dir = filepath.Join(dir, "skewed")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	found, err := goCommand(ctx, "list", "-m", "-f", "{{.Dir}}\n{{.GoMod}}", consensusPackage, programModule)
	if err != nil {
		return "", err
	}
	paths := strings.Split(found, "\n") // of two lines for each module
	original, own := paths[0], filepath.Dir(paths[3])
	module := filepath.Join(dir, "cometbft")
	if err := os.CopyFS(module, os.DirFS(original)); err != nil {
		return "", err
	}
	for _, name := range clockFiles {
		path := filepath.Join(module, filepath.FromSlash(name))
		source, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		if source, err = skewed(source); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(path, source, 0o600); err != nil {
			return "", err
		}
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		raw, err := os.ReadFile(filepath.Join(own, name))
		if err != nil {
			return "", err
		}
		//nolint:gosec // below a directory of this program
		if err := os.WriteFile(filepath.Join(dir, name), raw, 0o600); err != nil {
			return "", err
		}
	}
	modFile, binary := filepath.Join(dir, "go.mod"), filepath.Join(dir, "battleshipd")
	if _, err := goCommand(ctx, "mod", "edit", "-replace", consensusPackage+"="+module, modFile); err != nil {
		return "", err
	}
	_, err = goCommand(ctx, "build", "-ldflags=-s -w", "-modfile", modFile, "-o", binary, programModule+"/cmd/battleshipd")
	return binary, errors.Join(err, os.RemoveAll(module))
}

// skewed returns a Go file that adds the offset to the clock wherever it reads that.
func skewed(source []byte) ([]byte, error) {
	const now = "time.Now()"
	clause, rest, ok := bytes.Cut(source, []byte("\nimport ("))
	if !ok || !bytes.Contains(rest, []byte(now)) {
		return nil, errors.New("expected a list of imports, and then " + now)
	}
	rest = bytes.ReplaceAll(rest, []byte(now), []byte(now+".Add(clockOffset)"))
	return fmt.Appendf(nil, "%s\nimport \"os\"\n\nimport (%s\nvar clockOffset, _ = time.ParseDuration(os.Getenv(%q))\n",
		clause, rest, clockOffset), nil
}

// goCommand runs the go command and returns its output.
func goCommand(ctx context.Context, args ...string) (string, error) {
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // of this file
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, lastLine(errs.String()))
	}
	return out.String(), nil
}

// noGo returns the reason why this machine cannot build a program, or "".
func noGo() string {
	if _, err := exec.LookPath("go"); err != nil {
		return "the go command is not there"
	}
	return ""
}
