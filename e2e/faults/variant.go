package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	// clockOffset is the variable of the environment by which the clock of the variant is ahead, a Go duration.
	clockOffset = "FAULTS_CLOCK_OFFSET"
	// upgradeNames is the variable of the environment with the upgrades that only the variant knows, between spaces.
	upgradeNames = "FAULTS_UPGRADES"
	// programModule is the module of the program under test.
	programModule = "github.com/battleship-chain/battleship"
	// consensusPackage is the module whose clock the variant changes.
	consensusPackage = "github.com/cometbft/cometbft"
	// upgradesFile is the file of the program that lists its upgrades.
	upgradesFile = "app/upgrades.go"
)

// clockFiles are the files of consensus that read the clock for votes and to judge the time of a block.
var clockFiles = []string{"types/time/time.go", "state/validation.go"}

// buildVariant builds the program under test with a clock that can be wrong and with further upgrades, as the next
// release has one, and returns its path below a directory. It does so with a changed copy of the module of consensus,
// and a changed file in place of the program's own.
func buildVariant(ctx context.Context, dir string) (string, error) {
	dir = filepath.Join(dir, "variant")
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
		if err := change(path, path, skewed); err != nil {
			return "", err
		}
	}
	upgrades, upgradable := filepath.Join(own, filepath.FromSlash(upgradesFile)), filepath.Join(dir, "upgrades.go")
	if err := change(upgradable, upgrades, extended); err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {upgrades: upgradable}})
	if err != nil {
		return "", err
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		return "", err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := change(filepath.Join(dir, name), filepath.Join(own, name), unchanged); err != nil {
			return "", err
		}
	}
	modFile, binary := filepath.Join(dir, "go.mod"), filepath.Join(dir, "battleshipd")
	if _, err := goCommand(ctx, "mod", "edit", "-replace", consensusPackage+"="+module, modFile); err != nil {
		return "", err
	}
	_, err = goCommand(ctx, "build", "-ldflags=-s -w", "-modfile", modFile, "-overlay", overlayFile, "-o", binary,
		programModule+"/cmd/battleshipd")
	return binary, errors.Join(err, os.RemoveAll(module))
}

// change writes a file as another one is after an edit.
func change(path, of string, edit func([]byte) ([]byte, error)) error {
	source, err := os.ReadFile(of)
	if err != nil {
		return err
	}
	if source, err = edit(source); err != nil {
		return fmt.Errorf("%s: %w", of, err)
	}
	return os.WriteFile(path, source, 0o600)
}

// unchanged returns a file as it is.
func unchanged(source []byte) ([]byte, error) { return source, nil }

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

// extended returns a Go file whose list of upgrades ends with those of the environment, which change nothing but the
// upgrades that a node knows of.
func extended(source []byte) ([]byte, error) {
	const list = "\nfunc upgrades() []softwareUpgrade {"
	clause, rest, ok := bytes.Cut(source, []byte("\nimport ("))
	if !ok || bytes.Count(rest, []byte(list)) != 1 {
		return nil, errors.New("expected a list of imports, and then " + strings.TrimSpace(list))
	}
	rest = bytes.Replace(rest, []byte(list), []byte(strings.Replace(list, "upgrades", "released", 1)), 1)
	return fmt.Appendf(nil, "%s\nimport \"strings\"\n\nimport (%s%s\n\tall := released()\n"+
		"\tfor _, name := range strings.Fields(os.Getenv(%q)) {\n\t\tall = append(all, softwareUpgrade{name: name})\n\t}\n"+
		"\treturn all\n}\n", clause, rest, list, upgradeNames), nil
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
