package vault

import (
	"bytes"
	"crypto/cipher"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/chacha20poly1305"
)

// keyFileFormat names the layout of a key file and the costs of its argon2id, which are those that RFC 9106
// recommends for machines with little memory. Another layout or cost gets another version.
const keyFileFormat = "battleship/board-key/v1"

// Sizes and costs of keyFileFormat.
const (
	fileSecretSize  = 32 // bytes
	fileSaltSize    = 16 // bytes
	argonPasses     = 3
	argonMemoryKiB  = 64 * 1024
	argonLanes      = 4
	keyFileSizeMax  = 4096 // bytes
	keyFileMode     = 0o600
	keyFileDirMode  = 0o700
	keyFileTempName = ".new-*"
)

// keyFile is the fallback of one player: a random secret, encrypted with a passphrase. Once made it is only read.
type keyFile struct {
	path   string
	player string
	random io.Reader
}

// keyFileRecord is the content of the file, as JSON. Sealed is XChaCha20-Poly1305 over the secret, with format and
// player as associated data.
type keyFileRecord struct {
	Format string `json:"format"`
	Player string `json:"player"`
	Salt   []byte `json:"salt"`
	Nonce  []byte `json:"nonce"`
	Sealed []byte `json:"sealed"`
}

// load returns the secret of the file.
func (k keyFile) load(ask AskPassphrase) ([]byte, error) {
	record, err := k.read()
	if err != nil {
		return nil, err
	}
	passphrase, err := ask(k.path, false)
	if err != nil {
		return nil, err
	}
	aead, err := k.aead(passphrase, record.Salt)
	if err != nil {
		return nil, err
	}
	secret, err := aead.Open(nil, record.Nonce, record.Sealed, k.context())
	if err != nil {
		return nil, fmt.Errorf("%w: expected the one that %s was made with, got another, or the file is damaged",
			ErrPassphrase, k.path)
	}
	return secret, nil
}

// create makes the file with a new secret and returns the secret. If another process made the file in the meantime, it
// reads that one.
func (k keyFile) create(ask AskPassphrase) ([]byte, error) {
	passphrase, err := ask(k.path, true)
	if err != nil {
		return nil, err
	}
	secret := make([]byte, fileSecretSize)
	salt := make([]byte, fileSaltSize)
	nonce := make([]byte, chacha20poly1305.NonceSizeX)
	for _, buf := range [][]byte{secret, salt, nonce} {
		if _, err := io.ReadFull(k.random, buf); err != nil {
			return nil, fmt.Errorf("draw a board key: %w", err)
		}
	}
	aead, err := k.aead(passphrase, salt)
	if err != nil {
		return nil, err
	}
	record := keyFileRecord{
		Format: keyFileFormat,
		Player: k.player,
		Salt:   salt,
		Nonce:  nonce,
		Sealed: aead.Seal(nil, nonce, secret, k.context()),
	}
	bz, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("board key file %s: %w", k.path, err)
	}
	err = writeNew(k.path, append(bz, '\n'))
	if errors.Is(err, fs.ErrExist) {
		return k.load(ask)
	}
	if err != nil {
		return nil, fmt.Errorf("board key file %s: %w", k.path, err)
	}
	return secret, nil
}

// read returns the content of the file, with every length checked.
func (k keyFile) read() (keyFileRecord, error) {
	var record keyFileRecord
	file, err := os.Open(k.path)
	if errors.Is(err, fs.ErrNotExist) {
		return record, fmt.Errorf("%w: expected it at %s: restore it from a backup to play on with the boards "+
			"that were sealed with it", ErrNoFile, k.path)
	}
	if err != nil {
		return record, fmt.Errorf("board key file: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	bz, err := io.ReadAll(io.LimitReader(file, keyFileSizeMax))
	if err != nil {
		return record, fmt.Errorf("board key file %s: %w", k.path, err)
	}
	if err := json.NewDecoder(bytes.NewReader(bz)).Decode(&record); err != nil {
		return record, fmt.Errorf("%w: %s: %w", ErrFile, k.path, err)
	}
	if record.Format != keyFileFormat {
		return record, fmt.Errorf("%w: %s: expected format %q, got %q", ErrFile, k.path, keyFileFormat, record.Format)
	}
	if record.Player != k.player {
		return record, fmt.Errorf("%w: %s: expected the file of %s, got that of %q",
			ErrFile, k.path, k.player, record.Player)
	}
	for _, part := range []struct {
		name string
		got  []byte
		size int
	}{
		{"salt", record.Salt, fileSaltSize},
		{"nonce", record.Nonce, chacha20poly1305.NonceSizeX},
		{"sealed", record.Sealed, fileSecretSize + chacha20poly1305.Overhead},
	} {
		if len(part.got) != part.size {
			return record, fmt.Errorf("%w: %s: %s: expected %d bytes, got %d",
				ErrFile, k.path, part.name, part.size, len(part.got))
		}
	}
	return record, nil
}

// aead returns the cipher that a passphrase and salt give.
func (k keyFile) aead(passphrase string, salt []byte) (cipher.AEAD, error) {
	key := argon2.IDKey([]byte(passphrase), salt, argonPasses, argonMemoryKiB, argonLanes, chacha20poly1305.KeySize)
	aead, err := chacha20poly1305.NewX(key)
	if err != nil {
		return nil, fmt.Errorf("board key file %s: %w", k.path, err)
	}
	return aead, nil
}

// context is the associated data of the sealed secret.
func (k keyFile) context() []byte { return []byte(keyFileFormat + "\n" + k.player) }

// writeNew makes a file that is there whole or not at all, also when the machine stops in between, and that no other
// process's file is lost to: it fails with fs.ErrExist if the path is taken. That is why the finished file is linked
// to its name: a rename would replace.
func writeNew(path string, bz []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, keyFileDirMode); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, keyFileTempName) // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if removeErr := os.Remove(temp.Name()); err == nil {
			err = removeErr
		}
	}()
	if err := writeAndClose(temp, bz); err != nil {
		return err
	}
	if err := os.Link(temp.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

// writeAndClose writes bz to the disk itself and closes the file.
func writeAndClose(file *os.File, bz []byte) error {
	_, err := file.Write(bz)
	if err == nil {
		err = file.Chmod(keyFileMode)
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// syncDir makes the names in a directory last.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
