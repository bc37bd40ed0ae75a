package devnet

import "syscall"

// peerAttributes keeps the signals of a terminal from a further validator, and ends it with the devnet, also if that is
// killed.
func peerAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
