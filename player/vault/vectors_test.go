package vault_test

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/vault"
)

var update = flag.Bool("update", false, "record testdata/vectors.json anew; commit only what you understand")

const vectorsPath = "testdata/vectors.json"

// hexBytes is bytes that stand in JSON as lower-case hex.
type hexBytes []byte

func (h hexBytes) MarshalJSON() ([]byte, error) { return json.Marshal(hex.EncodeToString(h)) }

func (h *hexBytes) UnmarshalJSON(bz []byte) error {
	var text string
	if err := json.Unmarshal(bz, &text); err != nil {
		return err
	}
	decoded, err := hex.DecodeString(text)
	*h = decoded
	return err
}

// vector is one board on its way from the wallet, or from the key file, to its recovery field.
type vector struct {
	Name       string          `json:"name"`
	Words      string          `json:"words,omitempty"`
	Path       string          `json:"path,omitempty"`
	PrivateKey hexBytes        `json:"private_key,omitempty"`
	KeyFile    json.RawMessage `json:"key_file,omitempty"`
	Passphrase string          `json:"passphrase,omitempty"`
	ChainID    string          `json:"chain_id"`
	Player     string          `json:"player"`
	Address    hexBytes        `json:"address"`
	Nonce      string          `json:"nonce"`
	RulesetID  uint32          `json:"ruleset_id"`
	Fleet      string          `json:"fleet"`
	Document   string          `json:"document"`
	Signature  hexBytes        `json:"signature,omitempty"`
	Seed       hexBytes        `json:"seed"`
	Secret     hexBytes        `json:"secret"`
	Delegate   hexBytes        `json:"delegate_key"`
	DelegateAt string          `json:"delegate"`
	Bot        hexBytes        `json:"bot_key"`
	Channel    hexBytes        `json:"channel_key"`
	ChannelPub hexBytes        `json:"channel_public_key"`
	SealKey    hexBytes        `json:"seal_key"`
	Recovery   hexBytes        `json:"recovery"`
}

// TestVectors seals the recorded boards again, with the recorded seeds for randomness.
func TestVectors(t *testing.T) {
	recorded, err := os.ReadFile(vectorsPath)
	require.NoError(t, err)
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	require.NoError(t, encoder.Encode([]vector{
		walletVector(t, "alice, classic", 0, game.Classic()),
		walletVector(t, "alice, xaya, the largest nonce", 1<<64-1, game.Xaya()),
		fileVector(t, "alice, with a key file", 7, game.Classic()),
	}))
	if *update {
		require.NoError(t, os.WriteFile(vectorsPath, buf.Bytes(), 0o600))
		return
	}
	require.Equal(t, string(recorded), buf.String(), "-update records anew")
}

// TestVectorsOpen opens the recorded recovery fields with the recorded wallet or file alone.
func TestVectorsOpen(t *testing.T) {
	recorded, err := os.ReadFile(vectorsPath)
	require.NoError(t, err)
	var vectors []vector
	require.NoError(t, json.Unmarshal(recorded, &vectors))
	require.Len(t, vectors, 3)
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			home := t.TempDir()
			var keys vault.Keys = wallet(t, "alice", aliceWords)
			if v.KeyFile != nil {
				require.NoError(t, os.Mkdir(home+"/boards", 0o700))
				require.NoError(t, os.WriteFile(home+"/boards/"+v.Player+".json", v.KeyFile, 0o600))
			}
			nonce, err := strconv.ParseUint(v.Nonce, 10, 64)
			require.NoError(t, err)
			r, err := game.RulesetByID(v.RulesetID)
			require.NoError(t, err)
			b := commitment.Binding{ChainID: v.ChainID, Player: v.Address, Nonce: nonce, Ruleset: r}
			opened, err := vault.New(keys, home, addresses, say(v.Passphrase)).Open("alice", b, v.Recovery)
			require.NoError(t, err)
			require.Equal(t, v.Fleet, r.FleetString(opened.Fleet))
			require.Equal(t, []byte(v.Secret), opened.Secret)
			require.Equal(t, []byte(v.Delegate), opened.Delegate)
			require.Equal(t, []byte(v.Bot), opened.Bot)
			require.Equal(t, []byte(v.Channel), opened.Channel)
		})
	}
}

func walletVector(t *testing.T, name string, nonce uint64, r *game.Ruleset) vector {
	t.Helper()
	keys := wallet(t, "alice", aliceWords)
	b := bindingOf(t, keys, "alice", nonce, r)
	seed := counting(24)
	sealed, err := vault.WithRandom(vault.New(keys, t.TempDir(), addresses, nobody(t)), bytes.NewReader(seed)).
		Seal("alice", b, fleet(t, r))
	require.NoError(t, err)
	v := sealedVector(t, name, b, sealed)
	v.Words, v.Path = aliceWords, sdk.FullFundraiserPath
	v.PrivateKey, err = hd.Secp256k1.Derive()(aliceWords, "", sdk.FullFundraiserPath)
	require.NoError(t, err)
	v.Signature, _, err = keys.Sign("alice", []byte(v.Document), signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON)
	require.NoError(t, err)
	return v
}

func fileVector(t *testing.T, name string, nonce uint64, r *game.Ruleset) vector {
	t.Helper()
	owner := wallet(t, "alice", aliceWords)
	b := bindingOf(t, owner, "alice", nonce, r)
	record, err := keyring.NewOfflineRecord("alice", publicKey(t, owner))
	require.NoError(t, err)
	home := t.TempDir()
	// secret, salt and nonce of the file, then the seed
	random := bytes.NewReader(counting(32 + 16 + 24 + 24))
	sealed, err := vault.WithRandom(
		vault.New(&fakeKeys{backend: keyring.BackendOS, record: record}, home, addresses, say(passphrase)), random).
		Seal("alice", b, fleet(t, r))
	require.NoError(t, err)
	v := sealedVector(t, name, b, sealed)
	v.Passphrase = passphrase
	v.KeyFile, err = os.ReadFile(onlyFile(t, home))
	require.NoError(t, err)
	return v
}

// sealedVector records what a wallet and a file have in common.
func sealedVector(t *testing.T, name string, b commitment.Binding, sealed vault.Board) vector {
	t.Helper()
	player, err := addresses.BytesToString(b.Player)
	require.NoError(t, err)
	document, err := vault.SignDocument(b.ChainID, player, b.Nonce)
	require.NoError(t, err)
	sealKey, err := hkdf.Key(sha256.New, sealed.Secret, nil, "battleship/recovery/v1", 32)
	require.NoError(t, err)
	key := secp256k1.PrivKey{Key: sealed.Delegate}
	delegate, err := addresses.BytesToString(key.PubKey().Address())
	require.NoError(t, err)
	return vector{
		Name:       name,
		ChainID:    b.ChainID,
		Player:     player,
		Address:    b.Player,
		Nonce:      strconv.FormatUint(b.Nonce, 10),
		RulesetID:  b.Ruleset.ID,
		Fleet:      b.Ruleset.FleetString(sealed.Fleet),
		Document:   string(document),
		Seed:       sealed.Recovery[1:25],
		Secret:     sealed.Secret,
		Delegate:   sealed.Delegate,
		DelegateAt: delegate,
		Bot:        sealed.Bot,
		Channel:    sealed.Channel,
		ChannelPub: (&secp256k1.PrivKey{Key: sealed.Channel}).PubKey().Bytes(),
		SealKey:    sealKey,
		Recovery:   sealed.Recovery,
	}
}

func publicKey(t *testing.T, keys keyring.Keyring) *secp256k1.PubKey {
	t.Helper()
	record, err := keys.Key("alice")
	require.NoError(t, err)
	public, err := record.GetPubKey()
	require.NoError(t, err)
	key, ok := public.(*secp256k1.PubKey)
	require.True(t, ok)
	return key
}

// counting returns the bytes 0, 1, 2 and so on.
func counting(n int) []byte {
	bz := make([]byte, n)
	for i := range bz {
		bz[i] = byte(i)
	}
	return bz
}
