package vault_test

import (
	"bytes"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	kmultisig "github.com/cosmos/cosmos-sdk/crypto/keys/multisig"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/vault"
)

// TestTheWordsAreEnough enters a game on one machine and plays on with it on another, which has the words of the
// wallet and what the chain keeps, and nothing else.
func TestTheWordsAreEnough(t *testing.T) {
	for _, r := range game.Rulesets() {
		t.Run(r.Name, func(t *testing.T) {
			desktop, home := wallet(t, "alice", aliceWords), t.TempDir()
			b := bindingOf(t, desktop, "alice", 7, r)
			sealed, err := vault.New(desktop, home, addresses, nobody(t)).Seal("alice", b, fleet(t, r))
			require.NoError(t, err)
			require.Equal(t, vault.FromWallet, sealed.Source)
			require.NoDirExists(t, home+"/boards")
			onChain, err := commitment.Commit(b, sealed.Fleet, sealed.Secret)
			require.NoError(t, err)

			laptop := wallet(t, "me", aliceWords)
			opened, err := vault.New(laptop, t.TempDir(), addresses, nobody(t)).Open("me", b, sealed.Recovery)
			require.NoError(t, err)
			require.Equal(t, sealed, opened)
			require.NoError(t, commitment.Audit(b, onChain, opened.Fleet, opened.Secret))
		})
	}
}

func TestAnotherWalletOpensNothing(t *testing.T) {
	alice, mallory := wallet(t, "alice", aliceWords), wallet(t, "mallory", malloryWords)
	b := bindingOf(t, alice, "alice", 7, game.Classic())
	sealed, err := vault.New(alice, t.TempDir(), addresses, nobody(t)).Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)
	thief := vault.New(mallory, t.TempDir(), addresses, nobody(t))

	_, err = thief.Open("mallory", b, sealed.Recovery)
	require.ErrorIs(t, err, vault.ErrKey, "in alice's name")
	_, err = thief.Open("mallory", bindingOf(t, mallory, "mallory", 7, game.Classic()), sealed.Recovery)
	require.ErrorIs(t, err, vault.ErrSealed, "in her own name")
	_, err = thief.Seal("mallory", b, fleet(t, b.Ruleset))
	require.ErrorIs(t, err, vault.ErrKey, "a board in alice's name")
	_, err = thief.Open("alice", b, sealed.Recovery)
	require.Error(t, err, "with a key that is not there")
}

// TestARecoveryFieldServesOneBoard opens a field for a board that differs in one thing.
func TestARecoveryFieldServesOneBoard(t *testing.T) {
	tests := map[string]func(b *commitment.Binding){
		"the next board":               func(b *commitment.Binding) { b.Nonce++ },
		"another chain":                func(b *commitment.Binding) { b.ChainID = "battleship-1" },
		"another ruleset of that size": func(b *commitment.Binding) { b.Ruleset.ID = 9 },
	}
	keys := wallet(t, "alice", aliceWords)
	v := vault.New(keys, t.TempDir(), addresses, nobody(t))
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			b := bindingOf(t, keys, "alice", 7, game.Classic())
			sealed, err := v.Seal("alice", b, fleet(t, b.Ruleset))
			require.NoError(t, err)
			change(&b)
			_, err = v.Open("alice", b, sealed.Recovery)
			require.ErrorIs(t, err, vault.ErrSealed)
		})
	}
}

func TestAnAlteredRecoveryFieldIsRefused(t *testing.T) {
	keys := wallet(t, "alice", aliceWords)
	v := vault.New(keys, t.TempDir(), addresses, nobody(t))
	b := bindingOf(t, keys, "alice", 7, game.Classic())
	sealed, err := v.Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)

	for bit := range 8 * len(sealed.Recovery) {
		altered := bytes.Clone(sealed.Recovery)
		altered[bit/8] ^= 1 << (bit % 8)
		want := vault.ErrSealed
		switch altered[0] {
		case byte(vault.FromWallet):
		case byte(vault.FromFile):
			want = vault.ErrNoFile
		default:
			want = vault.ErrRecovery
		}
		_, err := v.Open("alice", b, altered)
		require.ErrorIs(t, err, want, "bit %d", bit)
	}
	for _, altered := range [][]byte{
		nil,
		{byte(vault.FromWallet)},
		sealed.Recovery[1:],
		sealed.Recovery[:len(sealed.Recovery)-1],
		append(bytes.Clone(sealed.Recovery), 0),
		make([]byte, 1<<20),
	} {
		_, err := v.Open("alice", b, altered)
		require.ErrorIs(t, err, vault.ErrRecovery, "%d bytes", len(altered))
	}
}

// TestTwoBoardsOfOneNonceShareNothing: a message to enter can be refused, and the next one carries the same nonce.
func TestTwoBoardsOfOneNonceShareNothing(t *testing.T) {
	keys := wallet(t, "alice", aliceWords)
	v := vault.New(keys, t.TempDir(), addresses, nobody(t))
	b := bindingOf(t, keys, "alice", 7, game.Classic())
	seen := map[string]bool{}
	const boards = 20
	for range boards {
		sealed, err := v.Seal("alice", b, fleet(t, b.Ruleset))
		require.NoError(t, err)
		seen["secret "+string(sealed.Secret)] = true
		seen["AEAD nonce "+string(sealed.Recovery[1:25])] = true
		seen["ciphertext "+string(sealed.Recovery[25:])] = true
		board, err := commitment.Commit(b, sealed.Fleet, sealed.Secret)
		require.NoError(t, err)
		seen["toss leaf "+string(board.TossLeaf)] = true
		seen["first row "+string(board.RowRoots[0])] = true
		opened, err := v.Open("alice", b, sealed.Recovery)
		require.NoError(t, err)
		require.Equal(t, sealed, opened)
	}
	require.Len(t, seen, 5*boards)
}

func TestTheLargestFleetFitsTheField(t *testing.T) {
	const fieldSize = 128 // what the chain accepts
	require.LessOrEqual(t, vault.MaxRecovery, fieldSize)
	r := &game.Ruleset{
		ID: 9, Name: "buoys", Width: 16, Height: 16,
		Classes: []game.ShipClass{{Name: "buoy", Length: 1, Count: game.MaxShips}}, Touch: true,
	}
	f := make(game.Fleet, game.MaxShips)
	for i := range f {
		f[i].Origin = game.Tile(255 - i)
	}
	keys := wallet(t, "alice", aliceWords)
	v := vault.New(keys, t.TempDir(), addresses, nobody(t))
	b := bindingOf(t, keys, "alice", 1<<64-1, r)
	sealed, err := v.Seal("alice", b, f)
	require.NoError(t, err)
	require.Len(t, sealed.Recovery, vault.MaxRecovery)
	opened, err := v.Open("alice", b, sealed.Recovery)
	require.NoError(t, err)
	require.Equal(t, f, opened.Fleet)
}

func TestSealRefuses(t *testing.T) {
	keys := wallet(t, "alice", aliceWords)
	type board struct {
		commitment.Binding
		fleet game.Fleet
	}
	tests := map[string]struct {
		change func(b *board)
		random *bytes.Reader
		want   error
	}{
		"a ship missing":        {change: func(b *board) { b.fleet = b.fleet[1:] }, want: vault.ErrFleet},
		"no fleet":              {change: func(b *board) { b.fleet = nil }, want: game.ErrFleetMissing},
		"no chain":              {change: func(b *board) { b.ChainID = "" }, want: commitment.ErrBinding},
		"no ruleset":            {change: func(b *board) { b.Ruleset = nil }, want: commitment.ErrBinding},
		"randomness cut short":  {change: func(*board) {}, random: bytes.NewReader(make([]byte, 23))},
		"no randomness at all ": {change: func(*board) {}, random: bytes.NewReader(nil)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			v := vault.New(keys, t.TempDir(), addresses, nobody(t))
			if test.random != nil {
				v = vault.WithRandom(v, test.random)
			}
			b := board{bindingOf(t, keys, "alice", 7, game.Classic()), fleet(t, game.Classic())}
			test.change(&b)
			_, err := v.Seal("alice", b.Binding, b.fleet)
			require.Error(t, err)
			if test.want != nil {
				require.ErrorIs(t, err, test.want)
			}
		})
	}
}

func TestAttackABoardDoesNotPrintItsSecret(t *testing.T) {
	keys := wallet(t, "alice", aliceWords)
	v := vault.New(keys, t.TempDir(), addresses, nobody(t))
	b := bindingOf(t, keys, "alice", 7, game.Classic())
	board, err := v.Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d", "%q"} {
		require.Equal(t, "board (secret from the wallet)", fmt.Sprintf(verb, board), verb)
		require.Equal(t, "[board (secret from the wallet)]", fmt.Sprintf("%v", []vault.Board{board}))
	}
}

// TestKeysThatCannotSignAgainGetAFile plays a board of each kind of key that the wallet cannot find a secret with.
func TestKeysThatCannotSignAgainGetAFile(t *testing.T) {
	public := secp256k1.GenPrivKey().PubKey()
	offline := wallet(t, "bob", malloryWords)
	_, err := offline.SaveOfflineKey("alice", public)
	require.NoError(t, err)
	multi := wallet(t, "bob", malloryWords)
	_, err = multi.SaveMultisig("alice", kmultisig.NewLegacyAminoPubKey(1, []cryptotypes.PubKey{public}))
	require.NoError(t, err)

	for name, keys := range map[string]vault.Keys{
		"signs differently each time": randomSigner(t, keyring.BackendOS),
		"offline":                     offline,
		"multisig":                    multi,
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			v := vault.New(keys, home, addresses, say(passphrase))
			b := bindingOf(t, keys, "alice", 7, game.Classic())
			require.Empty(t, v.Notice(b, vault.FromWallet))

			sealed, err := v.Seal("alice", b, fleet(t, b.Ruleset))
			require.NoError(t, err)
			require.Equal(t, vault.FromFile, sealed.Source)
			path := onlyFile(t, home)
			require.Contains(t, v.Notice(b, sealed.Source), path)
			info, err := os.Stat(path)
			require.NoError(t, err)
			require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
			dir, err := os.Stat(filepath.Dir(path))
			require.NoError(t, err)
			require.Equal(t, os.FileMode(0o700), dir.Mode().Perm(), "nobody else may list the boards")
			was, err := os.ReadFile(path)
			require.NoError(t, err)

			opened, err := v.Open("alice", b, sealed.Recovery)
			require.NoError(t, err)
			require.Equal(t, sealed, opened)

			b.Nonce++
			next, err := v.Seal("alice", b, fleet(t, b.Ruleset))
			require.NoError(t, err)
			require.NotEqual(t, sealed.Secret, next.Secret)
			is, err := os.ReadFile(onlyFile(t, home))
			require.NoError(t, err)
			require.Equal(t, was, is, "the file never changes")
		})
	}
}

// TestADeviceThatFailsIsNoReasonForAFile: the owner pressed no, or pulled the plug.
func TestADeviceThatFailsIsNoReasonForAFile(t *testing.T) {
	private := secp256k1.GenPrivKey()
	record, err := keyring.NewLedgerRecord("alice", private.PubKey(), hd.NewFundraiserParams(0, 118, 0))
	require.NoError(t, err)
	refused := errors.New("transaction rejected")
	for failing := 1; failing <= 2; failing++ {
		t.Run(fmt.Sprintf("signature %d", failing), func(t *testing.T) {
			keys := &fakeKeys{backend: keyring.BackendTest, record: record}
			keys.sign = func(msg []byte) ([]byte, cryptotypes.PubKey, error) {
				if keys.signed == failing {
					return nil, nil, refused
				}
				signature, err := private.Sign(msg)
				return signature, private.PubKey(), err
			}
			home := t.TempDir()
			b := bindingOf(t, keys, "alice", 7, game.Classic())
			_, err := vault.New(keys, home, addresses, nobody(t)).Seal("alice", b, fleet(t, b.Ruleset))
			require.ErrorIs(t, err, refused)
			require.NoDirExists(t, home+"/boards")
		})
	}
}

// TestAFalseSignatureMakesNoSecret: two equal signatures of zeros are deterministic and known to everybody.
func TestAFalseSignatureMakesNoSecret(t *testing.T) {
	for name, signature := range map[string][]byte{"zeros": make([]byte, 64), "empty": {}} {
		t.Run(name, func(t *testing.T) {
			keys := randomSigner(t, keyring.BackendOS)
			public, err := keys.record.GetPubKey()
			require.NoError(t, err)
			keys.sign = func([]byte) ([]byte, cryptotypes.PubKey, error) { return signature, public, nil }
			b := bindingOf(t, keys, "alice", 7, game.Classic())
			_, err = vault.New(keys, t.TempDir(), addresses, nobody(t)).Seal("alice", b, fleet(t, b.Ruleset))
			require.ErrorIs(t, err, vault.ErrKey)
		})
	}
}

func TestOpenSignsOnce(t *testing.T) {
	private := secp256k1.GenPrivKey()
	record, err := keyring.NewLocalRecord("alice", private, private.PubKey())
	require.NoError(t, err)
	keys := &fakeKeys{backend: keyring.BackendOS, record: record}
	keys.sign = func(msg []byte) ([]byte, cryptotypes.PubKey, error) {
		signature, err := private.Sign(msg)
		return signature, private.PubKey(), err
	}
	v := vault.New(keys, t.TempDir(), addresses, nobody(t))
	b := bindingOf(t, keys, "alice", 7, game.Classic())
	sealed, err := v.Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)
	require.Equal(t, 2, keys.signed)
	_, err = v.Open("alice", b, sealed.Recovery)
	require.NoError(t, err)
	require.Equal(t, 3, keys.signed)
}

// What could not be opened again was once committed to: the game would have been lost at its first answer.
func TestASealThatDoesNotOpenIsNotUsed(t *testing.T) {
	keys := wallet(t, "alice", aliceWords)
	b := bindingOf(t, keys, "alice", 7, game.Classic())
	for bit := range 8 * len(mustSeal(t, keys, b).Recovery) {
		v := vault.Spoil(vault.New(keys, t.TempDir(), addresses, nobody(t)), func(recovery []byte) []byte {
			recovery[bit/8] ^= 1 << (bit % 8)
			return recovery
		})
		board, err := v.Seal("alice", b, fleet(t, b.Ruleset))
		require.Error(t, err, "bit %d", bit)
		require.Empty(t, board.Secret)
	}
	other, err := b.Ruleset.ParseFleet("A2h,A4h,A6h,A8h,A10h")
	require.NoError(t, err)
	v := vault.SealOther(vault.New(keys, t.TempDir(), addresses, nobody(t)), other)
	board, err := v.Seal("alice", b, fleet(t, b.Ruleset))
	require.ErrorIs(t, err, vault.ErrSealed, "another fleet")
	require.Empty(t, board.Secret)
}

func mustSeal(t *testing.T, keys vault.Keys, b commitment.Binding) vault.Board {
	t.Helper()
	sealed, err := vault.New(keys, t.TempDir(), addresses, nobody(t)).Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)
	return sealed
}

// TestABoardsKeysDoNotFollowFromItsSecret: a claim shows everybody the secret while it waits for its block, and the
// seed stands on the chain. Neither gives a key under any of the tags, and the next board has other keys.
func TestABoardsKeysDoNotFollowFromItsSecret(t *testing.T) {
	keys := wallet(t, "alice", aliceWords)
	b := bindingOf(t, keys, "alice", 7, game.Classic())
	one, other := mustSeal(t, keys, b), mustSeal(t, keys, b)
	seed := one.Recovery[1:25]
	seen := map[string]string{}
	for name, key := range map[string][2][]byte{
		"delegate": {one.Delegate, other.Delegate},
		"bot":      {one.Bot, other.Bot},
		"channel":  {one.Channel, other.Channel},
	} {
		require.Len(t, key[0], secp256k1.PrivKeySize, name)
		require.NotEqual(t, key[0], key[1], name)
		require.Empty(t, seen[string(key[0])], name)
		seen[string(key[0])] = name
		require.NotContains(t, fmt.Sprintf("%v %+v %#v %s %x", one, one, one, one, one), hex.EncodeToString(key[0]), name)
	}
	require.NotContains(t, seen, string(one.Secret))
	for _, tag := range []string{
		"board-secret", "delegate-key", "bot-key", "channel-key", "recovery",
	} {
		for _, salt := range [][]byte{nil, seed} {
			fromSecret, err := hkdf.Key(sha256.New, one.Secret, salt, "battleship/"+tag+"/v1", 32)
			require.NoError(t, err)
			require.NotContains(t, seen, string(fromSecret), tag)
		}
	}
	opened, err := vault.New(keys, t.TempDir(), addresses, nobody(t)).Open("alice", b, one.Recovery)
	require.NoError(t, err)
	require.Equal(t, one.Channel, opened.Channel)
}

// TestAttackNothingSecretIsWrittenInClear looks for what only the player may know in all that the vault leaves on the
// disk.
func TestAttackNothingSecretIsWrittenInClear(t *testing.T) {
	owner := wallet(t, "alice", aliceWords)
	b := bindingOf(t, owner, "alice", 7, game.Classic())
	record, err := keyring.NewOfflineRecord("alice", publicKey(t, owner))
	require.NoError(t, err)
	home := t.TempDir()
	key := counting(32) // the file's
	random := io.MultiReader(bytes.NewReader(key), rand.Reader)
	v := vault.WithRandom(
		vault.New(&fakeKeys{backend: keyring.BackendOS, record: record}, home, addresses, say(passphrase)), random)
	sealed, err := v.Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)
	written, err := os.ReadFile(onlyFile(t, home))
	require.NoError(t, err)
	for name, secret := range map[string][]byte{
		"the file's key": key, "the board secret": sealed.Secret, "the delegate's key": sealed.Delegate,
		"the channel's key": sealed.Channel, "the passphrase": []byte(passphrase),
		"the fleet": []byte(b.Ruleset.FleetString(sealed.Fleet)),
	} {
		for _, form := range [][]byte{
			secret, []byte(hex.EncodeToString(secret)), []byte(base64.StdEncoding.EncodeToString(secret)),
		} {
			require.NotContains(t, string(written), string(form), name)
			require.NotContains(t, string(sealed.Recovery), string(form), name)
		}
	}
}

// An account without a key, such as one whose owner is on another chain, has boards that its owner's key alone opens.
func TestBoardsOfAnEntrustedAccount(t *testing.T) {
	alice, mallory := wallet(t, "alice", aliceWords), wallet(t, "mallory", malloryWords)
	b := bindingOf(t, alice, "alice", 0, game.Classic())
	b.Player = bytes.Repeat([]byte{7}, 32)
	owner := vault.New(alice, t.TempDir(), addresses, nobody(t))
	_, err := owner.Seal("alice", b, fleet(t, b.Ruleset))
	require.ErrorIs(t, err, vault.ErrKey, "nothing says that she plays for it")

	owner.Entrust("alice", b.Player)
	sealed, err := owner.Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)
	opened, err := owner.Open("alice", b, sealed.Recovery)
	require.NoError(t, err)
	require.Equal(t, sealed, opened)
	_, err = alice.NewAccount("spare", malloryWords, "", sdk.FullFundraiserPath, hd.Secp256k1)
	require.NoError(t, err)
	_, err = owner.Seal("spare", b, fleet(t, b.Ruleset))
	require.ErrorIs(t, err, vault.ErrKey, "another key of the same keyring")

	thief := vault.New(mallory, t.TempDir(), addresses, nobody(t))
	thief.Entrust("mallory", b.Player)
	_, err = thief.Open("mallory", b, sealed.Recovery)
	require.ErrorIs(t, err, vault.ErrSealed)
}
