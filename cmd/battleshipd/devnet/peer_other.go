//go:build !linux

package devnet

import "syscall"

// peerAttributes keeps the signals of a terminal from a further validator.
func peerAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
