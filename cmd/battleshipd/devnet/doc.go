// Package devnet runs a real chain: a validator in this process, which is a CometBFT node with its databases on disk,
// and gRPC and REST servers, all on the loopback interface. Further validators are processes of the start command.
//
// Everything is in one home directory. Start makes it if it is missing or empty, and otherwise resumes the chain in it,
// also after the process was killed. A directory that is damaged or not a devnet's is refused before anything in it is
// touched; check.go has the checks. The directory has the layout of any node's, so the other commands of battleshipd
// work on it too.
package devnet
