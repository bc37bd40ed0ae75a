package vault

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"

	"cosmossdk.io/core/address"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/text"
)

// Source is the source of a board's secret. The numbers are part of recovery fields and never change.
type Source uint8

// The sources of a secret.
const (
	// FromWallet is a secret that the wallet can always find again.
	FromWallet Source = 1
	// FromFile is a secret that needs the player's key file.
	FromFile Source = 2
)

// String returns the source in a word.
func (s Source) String() string {
	switch s {
	case FromWallet:
		return "wallet"
	case FromFile:
		return "file"
	default:
		return fmt.Sprintf("source %d", uint8(s))
	}
}

// Keys is the vault's view of a keyring; an SDK keyring.Keyring implements it.
type Keys interface {
	// Backend names how the keyring stores its keys, such as "os" or "test".
	Backend() string
	// Key returns the key of that name.
	Key(uid string) (*keyring.Record, error)
	// Sign signs with the key of that name.
	Sign(uid string, msg []byte, mode signing.SignMode) ([]byte, cryptotypes.PubKey, error)
}

// Board is a player's own side of a commitment. It holds secrets, so it does not print itself.
type Board struct {
	// Fleet is where the ships lie.
	Fleet game.Fleet
	// Secret is the board secret, commitment.SecretSize bytes.
	Secret []byte
	// Delegate is a secp256k1 private key for a delegate in this game, which is found again with the board. Naming it is
	// the player's choice.
	Delegate []byte
	// Bot is a secp256k1 private key for a bot that the player's own program lets play against it; found again likewise.
	Bot []byte
	// Channel is a secp256k1 private key that signs the states of this game if it is played off-chain; found again
	// likewise.
	Channel []byte
	// Recovery goes into the entering message: MaxRecovery bytes at most, opaque to the chain.
	Recovery []byte
	// Source is where the secret comes from.
	Source Source
}

// Format writes where the secret comes from and nothing that is secret, whatever the verb.
func (b Board) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "board (secret from the %s)", b.Source)
}

// Vault makes and recovers the secrets of boards whose owners have a key in one keyring, and records the signed moves
// of their games.
type Vault struct {
	keys      Keys
	home      string
	dir       string
	addresses address.Codec
	ask       AskPassphrase
	random    io.Reader
	entrusted map[string]string // names of keys by the account without a key that each plays for
	seal      func(b commitment.Binding, source Source, seed, secret []byte, f game.Fleet) ([]byte, error)

	mu    sync.Mutex
	moves map[Game]*Moves
}

// New returns a vault over a keyring. Fallback files, if any are needed, go into the directory boards of home, and the
// signed moves of games into its directory moves; without a home these are kept in memory alone. Ask is called for the
// passphrase of a fallback file and may be nil if the keyring is of the test backend. The codec writes addresses as the
// chain does.
func New(keys Keys, home string, addresses address.Codec, ask AskPassphrase) *Vault {
	return &Vault{
		keys:      keys,
		home:      home,
		dir:       filepath.Join(home, "boards"),
		addresses: addresses,
		ask:       ask,
		random:    rand.Reader,
		seal:      sealFleet,
	}
}

// Entrust makes the key of that name play for an account that has no key, such as an interchain account. The boards of
// the account are sealed with the key.
func (v *Vault) Entrust(uid string, account []byte) {
	if v.entrusted == nil {
		v.entrusted = make(map[string]string)
	}
	v.entrusted[string(account)] = uid
}

// Home is the directory of the vault's files. It is empty if the vault keeps none.
func (v *Vault) Home() string { return v.home }

// Seal draws a secret for a new board of the player named by b, whose key has the name uid, and seals the fleet. A
// wallet that asks its owner before it signs asks twice: two equal signatures show that the secret can be recovered. If
// it cannot, the key file replaces the wallet's signature; show the player the Notice. The sealed fleet is opened again
// before Seal returns.
func (v *Vault) Seal(uid string, b commitment.Binding, f game.Fleet) (Board, error) {
	if err := b.Validate(); err != nil {
		return Board{}, err
	}
	if err := b.Ruleset.CheckFleet(f); err != nil {
		return Board{}, fmt.Errorf("%w: %w", ErrFleet, err)
	}
	key, err := v.key(uid, b)
	if err != nil {
		return Board{}, err
	}
	signature, source, err := key.signTwice()
	if err != nil {
		return Board{}, err
	}
	if source == FromFile {
		if signature, err = v.signWithFile(key, true); err != nil {
			return Board{}, err
		}
	}
	seed := make([]byte, seedSize)
	if _, err := io.ReadFull(v.random, seed); err != nil {
		return Board{}, fmt.Errorf("draw a seed: %w", err)
	}
	secret, keys, err := derive(signature, seed)
	if err != nil {
		return Board{}, err
	}
	recovery, err := v.seal(b, source, seed, secret, f)
	if err != nil {
		return Board{}, err
	}
	if err := checkSealed(b, signature, recovery, f); err != nil {
		return Board{}, fmt.Errorf("open the sealed fleet again: %w", err)
	}
	return newBoard(f, secret, keys, recovery, source), nil
}

// Open recovers the secret and the fleet of a board from the recovery field stored on the chain. The wallet signs once.
// ErrSealed means that the field was sealed for another wallet, key file or board.
//
// Use commitment.Audit to check fleet and secret against the commitment on the chain: a player who entered with another
// program can have sealed anything.
func (v *Vault) Open(uid string, b commitment.Binding, recovery []byte) (Board, error) {
	if err := b.Validate(); err != nil {
		return Board{}, err
	}
	source, seed, err := parseRecovery(b.Ruleset, recovery)
	if err != nil {
		return Board{}, err
	}
	key, err := v.key(uid, b)
	if err != nil {
		return Board{}, err
	}
	var signature []byte
	if source == FromFile {
		signature, err = v.signWithFile(key, false)
	} else {
		signature, err = key.sign()
	}
	if err != nil {
		return Board{}, err
	}
	secret, keys, err := derive(signature, seed)
	if err != nil {
		return Board{}, err
	}
	f, err := openFleet(b, recovery, secret)
	if err != nil {
		return Board{}, err
	}
	return newBoard(f, secret, keys, bytes.Clone(recovery), source), nil
}

func newBoard(f game.Fleet, secret []byte, keys boardKeys, recovery []byte, source Source) Board {
	return Board{
		Fleet: f, Secret: secret, Delegate: keys.delegate, Bot: keys.bot, Channel: keys.channel,
		Recovery: recovery, Source: source,
	}
}

// Notice returns a notice to the player about the recovery of a board, or an empty string if the wallet suffices.
func (v *Vault) Notice(b commitment.Binding, s Source) string {
	if s != FromFile {
		return ""
	}
	player, err := v.addresses.BytesToString(b.Player)
	if err != nil {
		return ""
	}
	return fmt.Sprintf(text.KeyNotDeterministic, v.path(player))
}

// walletKey is a key of the keyring and the document that it signs for one board.
type walletKey struct {
	keys     Keys
	uid      string
	kind     keyring.KeyType
	player   string
	document []byte
}

// key looks up the key of the player named by b.
func (v *Vault) key(uid string, b commitment.Binding) (walletKey, error) {
	record, err := v.keys.Key(uid)
	if err != nil {
		return walletKey{}, fmt.Errorf("key %q: %w", uid, err)
	}
	owner, err := record.GetAddress()
	if err != nil {
		return walletKey{}, fmt.Errorf("key %q: %w", uid, err)
	}
	player, err := v.addresses.BytesToString(b.Player)
	if err != nil {
		return walletKey{}, fmt.Errorf("player's address: %w", err)
	}
	if !bytes.Equal(owner, b.Player) && v.entrusted[string(b.Player)] != uid {
		got, err := v.addresses.BytesToString(owner)
		if err != nil {
			return walletKey{}, fmt.Errorf("address of key %q: %w", uid, err)
		}
		return walletKey{}, fmt.Errorf("%w: %q: expected the key of %s, got that of %s", ErrKey, uid, player, got)
	}
	document, err := SignDocument(b.ChainID, player, b.Nonce)
	if err != nil {
		return walletKey{}, err
	}
	return walletKey{keys: v.keys, uid: uid, kind: record.GetType(), player: player, document: document}, nil
}

// signTwice returns the wallet's signature, or FromFile if the wallet cannot sign or does not sign the same way
// twice. A wallet that could sign and failed, or whose owner refused, is an error: a file would only hide it.
func (k walletKey) signTwice() ([]byte, Source, error) {
	if k.kind == keyring.TypeMulti || k.kind == keyring.TypeOffline {
		return nil, FromFile, nil
	}
	first, err := k.sign()
	if err != nil {
		return nil, 0, err
	}
	second, err := k.sign()
	if err != nil {
		return nil, 0, err
	}
	if !bytes.Equal(first, second) {
		return nil, FromFile, nil
	}
	return first, FromWallet, nil
}

// sign returns the wallet's signature of the document, checked: a false one could be a constant that others know.
func (k walletKey) sign() ([]byte, error) {
	signature, public, err := k.keys.Sign(k.uid, k.document, signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON)
	if err != nil {
		return nil, fmt.Errorf("sign the board document with key %q: %w", k.uid, err)
	}
	if !public.VerifySignature(k.document, signature) {
		return nil, fmt.Errorf("%w: %q: the signature of the board document does not verify",
			ErrKey, k.uid)
	}
	return signature, nil
}

// signWithFile signs the document with the player's key file. A new board may create it.
func (v *Vault) signWithFile(k walletKey, create bool) ([]byte, error) {
	file := keyFile{path: v.path(k.player), player: k.player, random: v.random}
	secret, err := file.load(v.passphrase)
	if errors.Is(err, ErrNoFile) && create {
		secret, err = file.create(v.passphrase)
	}
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write(k.document)
	return mac.Sum(nil), nil
}

// path is the path of a player's key file.
func (v *Vault) path(player string) string { return filepath.Join(v.dir, player+".json") }

// passphrase returns the passphrase of a key file. The test backend keeps its keys under a well-known passphrase, so
// the key file beside them uses the same one.
func (v *Vault) passphrase(path string, isNew bool) (string, error) {
	if v.keys.Backend() == keyring.BackendTest {
		return testPassphrase, nil
	}
	if v.ask == nil {
		return "", fmt.Errorf("%w: expected one for %s, got nobody to ask: set %s", ErrPassphrase, path, PassphraseEnv)
	}
	passphrase, err := v.ask(path, isNew)
	if err != nil {
		return "", err
	}
	if len(passphrase) < MinPassphrase {
		return "", fmt.Errorf("%w: expected at least %d bytes, got %d", ErrPassphrase, MinPassphrase, len(passphrase))
	}
	return passphrase, nil
}
