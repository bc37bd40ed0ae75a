package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// truncateLog kills one validator and cuts the end off its write-ahead log, as after a power failure.
func truncateLog(ctx context.Context, c *campaign, r *rand.Rand) error {
	return damageLog(ctx, c, r, func(raw []byte) []byte { return raw[:len(raw)-min(len(raw), 1+r.IntN(400))] })
}

// flipLog kills one validator and changes a byte near the end of its write-ahead log.
func flipLog(ctx context.Context, c *campaign, r *rand.Rand) error {
	return damageLog(ctx, c, r, func(raw []byte) []byte {
		if len(raw) > 0 {
			raw[len(raw)-1-r.IntN(min(len(raw), 2000))] ^= 1 << r.IntN(8)
		}
		return raw
	})
}

// damageLog kills one validator and damages its write-ahead log.
func damageLog(ctx context.Context, c *campaign, r *rand.Rand, damage func([]byte) []byte) error {
	v := c.any(r)
	if err := v.kill(); err != nil {
		return err
	}
	path := v.file("data", "cs.wal", "wal")
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, damage(raw), 0o600); err != nil {
		return err
	}
	if err := c.proceeds(ctx, v); err != nil {
		return err
	}
	return v.restart()
}

// rollback takes the last block back from one validator, half of the time with the block itself.
func rollback(ctx context.Context, c *campaign, r *rand.Rand) error {
	v := c.any(r)
	if err := c.net.await(ctx, c.net.first+1, haltPatience, v); err != nil { // the first block cannot be taken back
		return err
	}
	if err := v.stop(); err != nil {
		return err
	}
	args := []string{"rollback"}
	if r.IntN(2) == 0 {
		args = append(args, "--hard")
	}
	if err := v.run(ctx, args...); err != nil {
		return err
	}
	if err := c.proceeds(ctx, v); err != nil {
		return err
	}
	return v.restart()
}

// signState is the file with the last vote of a validator. It is never touched: without it a validator may sign twice.
const signState = "priv_validator_state.json"

// empty kills a validator and removes all of its data but the last vote.
func empty(v *node) error {
	if err := v.kill(); err != nil {
		return err
	}
	entries, err := os.ReadDir(v.file("data"))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == signState {
			continue
		}
		if err := os.RemoveAll(v.file("data", e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// blockSync removes the data of one validator, which gets all blocks again from the others.
func blockSync(_ context.Context, c *campaign, r *rand.Rand) error {
	v := c.any(r)
	if err := empty(v); err != nil {
		return err
	}
	return v.restart()
}

// Room on a small disk beside the data, and after space was freed, in bytes.
const (
	littleRoom = 4 << 20
	muchRoom   = 512 << 20
)

// noMount returns the reason why this machine cannot mount a file system in memory, or "".
func noMount() string {
	dir, err := os.MkdirTemp("", "battleship-mount-")
	if err != nil {
		return err.Error()
	}
	defer func() { _ = os.Remove(dir) }()
	if err := mount(dir, littleRoom); err != nil {
		return "a file system in memory cannot be mounted here"
	}
	if err := unmount(dir); err != nil {
		return err.Error()
	}
	return ""
}

// mount mounts a file system in memory on a directory, or changes the size of the one there.
func mount(dir string, size int64, options ...string) error {
	option := fmt.Sprintf("size=%d", size)
	for _, o := range options {
		option = o + "," + option
	}
	//nolint:gosec // a directory of this program
	out, err := exec.Command("mount", "-t", "tmpfs", "-o", option, "tmpfs", dir).CombinedOutput()
	if err != nil {
		return fmt.Errorf("mount: %w: %s", err, lastLine(string(out)))
	}
	return nil
}

func unmount(dir string) error {
	//nolint:gosec // a directory of this program
	out, err := exec.Command("umount", dir).CombinedOutput()
	if err != nil {
		return fmt.Errorf("umount: %w: %s", err, lastLine(string(out)))
	}
	return nil
}

// diskFull moves the data of one validator to a small disk until that is full. Then it frees space, and later moves the
// data back.
func diskFull(ctx context.Context, c *campaign, r *rand.Rand) (err error) {
	v := c.any(r)
	if err := v.stop(); err != nil {
		return err
	}
	data, aside := v.file("data"), v.file("data-on-disk")
	size, err := sizeOf(data)
	if err != nil {
		return err
	}
	if err := os.Rename(data, aside); err != nil {
		return err
	}
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	if err := mount(data, size+littleRoom); err != nil {
		return err
	}
	defer func() {
		if err != nil { // the node must not be left without its disk
			err = errors.Join(err, v.kill(), moveBack(data, aside))
		}
	}()
	if err := copyAll(data, aside); err != nil {
		return err
	}
	if err := v.restart(); err != nil {
		return err
	}
	if err := c.fills(ctx, v); err != nil {
		return err
	}
	if err := c.proceeds(ctx, v); err != nil {
		return err
	}
	if err := errors.Join(v.kill(), mount(data, size+muchRoom, "remount")); err != nil {
		return err
	}
	if err := v.restart(); err != nil {
		return err
	}
	if err := c.net.await(ctx, c.net.top(ctx), haltPatience, v); err != nil {
		return err
	}
	if err := errors.Join(v.stop(), moveBack(data, aside)); err != nil {
		return err
	}
	return v.restart()
}

// fills waits until a validator on a small disk ends or halts.
func (c *campaign) fills(ctx context.Context, v *node) error {
	const halted = 20 * time.Second
	began, last, since := time.Now(), int64(0), time.Now()
	for v.running() && time.Since(since) < halted {
		if time.Since(began) > haltPatience {
			return fmt.Errorf("%s: the disk did not fill within %s", v.name, haltPatience)
		}
		if h, err := v.height(ctx); err == nil && h > last {
			last, since = h, time.Now()
		}
		pause(ctx, poll)
	}
	return ctx.Err()
}

// moveBack replaces the data that is aside by that on a small disk, and removes the disk.
func moveBack(data, aside string) error {
	if err := os.RemoveAll(aside); err != nil {
		return err
	}
	if err := os.Mkdir(aside, 0o700); err != nil {
		return err
	}
	if err := copyAll(aside, data); err != nil {
		return err
	}
	if err := unmount(data); err != nil {
		return err
	}
	if err := os.Remove(data); err != nil {
		return err
	}
	return os.Rename(aside, data)
}

// copyAll copies the content of a directory.
func copyAll(to, from string) error {
	//nolint:gosec // directories of this program
	out, err := exec.Command("cp", "-a", from+"/.", to).CombinedOutput()
	if err != nil {
		return fmt.Errorf("copy %s: %w: %s", from, err, lastLine(string(out)))
	}
	return nil
}

// sizeOf returns the size of the files below a directory in whole pages.
func sizeOf(dir string) (sum int64, err error) {
	const page = 4096
	err = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		sum += (info.Size() + 2*page - 1) / page * page
		return nil
	})
	return sum, err
}
