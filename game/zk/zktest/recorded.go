package zktest

import (
	_ "embed" // for the recorded proofs
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"github.com/battleship-chain/battleship/game/zk/verify"
)

// recordEnv names a file to which each proof that a test uses is appended, as a line of testdata/proofs.txt.
const recordEnv = "BATTLESHIP_RECORD_PROOFS"

// digest is the hash of a statement with all that its proof depends on.
type digest [32]byte

//go:embed testdata/proofs.txt
var recordedProofs string

// recorded returns the recorded proofs.
func recorded() map[digest][]byte {
	proofs := make(map[digest][]byte)
	for line := range strings.Lines(recordedProofs) {
		name, proof, err := parse(strings.TrimSuffix(line, "\n"))
		if err != nil {
			panic("zktest: testdata/proofs.txt: " + err.Error())
		}
		proofs[name] = proof
	}
	return proofs
}

// parse reads a line: a statement's digest and its proof.
func parse(line string) (digest, []byte, error) {
	left, right, _ := strings.Cut(line, " ")
	name, err := hex.DecodeString(left)
	if err != nil {
		return digest{}, nil, err
	}
	proof, err := hex.DecodeString(right)
	if err != nil {
		return digest{}, nil, err
	}
	if len(name) != len(digest{}) || len(proof) != verify.ProofSize {
		return digest{}, nil, fmt.Errorf("expected %d and %d bytes, got %d and %d",
			len(digest{}), verify.ProofSize, len(name), len(proof))
	}
	return digest(name), proof, nil
}

// format is the line that parse reads.
func format(name digest, proof []byte) []byte {
	return fmt.Appendf(nil, "%x %x\n", name, proof)
}

// record appends a proof that is used to the file that recordEnv names, if any.
func record(name digest, proof []byte) error {
	path, ok := os.LookupEnv(recordEnv)
	if !ok {
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(format(name, proof)); err != nil {
		return err
	}
	return file.Close()
}
