package app_test

import (
	"encoding/json"
	"fmt"
	"testing"

	cosmosproto "github.com/cosmos/cosmos-proto"
	gogoproto "github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"cosmossdk.io/api/amino"
	msgv1 "cosmossdk.io/api/cosmos/msg/v1"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/msgservice"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"

	"github.com/battleship-chain/battleship/testutil/chain"
)

// messages returns the messages of the module's service, found in its descriptor, so that none can be forgotten.
func messages(t *testing.T) []protoreflect.MessageDescriptor {
	t.Helper()
	descriptor, err := gogoproto.HybridResolver.FindDescriptorByName("battleship.v1.Msg")
	require.NoError(t, err)
	service, ok := descriptor.(protoreflect.ServiceDescriptor)
	require.True(t, ok)
	methods := service.Methods()
	require.Positive(t, methods.Len())
	var found []protoreflect.MessageDescriptor
	for i := range methods.Len() {
		found = append(found, methods.Get(i).Input())
	}
	return found
}

func TestProtoAnnotationsAreValid(t *testing.T) {
	t.Parallel()
	files, err := gogoproto.MergedRegistry()
	require.NoError(t, err)
	require.NoError(t, msgservice.ValidateProtoAnnotations(files))
}

// Go registers descriptors in the order of file names, and what a file imports that is not registered yet stays a
// placeholder without fields. What is signed is computed from these descriptors, so whatever is in a placeholder
// would not be signed: anybody could change it in a transaction on its way.
func TestNoFieldOfAMessageIsAPlaceholder(t *testing.T) {
	t.Parallel()
	var fields int
	gogoproto.HybridResolver.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if file.Package() == "battleship.v1" {
			fields += checkFields(t, file.Messages())
		}
		return true
	})
	require.Positive(t, fields)
}

// checkFields makes sure that no field of messages is of an unknown type, and returns how many there are.
func checkFields(t *testing.T, messages protoreflect.MessageDescriptors) int {
	t.Helper()
	var checked int
	for i := range messages.Len() {
		fields := messages.Get(i).Fields()
		for j := range fields.Len() {
			field := fields.Get(j)
			if message := field.Message(); message != nil {
				require.False(t, message.IsPlaceholder(), "%s is registered before the file of %s",
					field.ParentFile().Path(), message.FullName())
			}
			if enum := field.Enum(); enum != nil {
				require.False(t, enum.IsPlaceholder(), "%s is registered before the file of %s",
					field.ParentFile().Path(), enum.FullName())
			}
		}
		checked += fields.Len() + checkFields(t, messages.Get(i).Messages())
	}
	return checked
}

// Hardware wallets and older clients sign amino JSON. The chain computes it from annotations in the descriptors, they
// compute it as amino did: for messages of every kind, with all fields set and with none, the two must be the same to
// the byte.
func TestMessagesHaveTheAminoJSONThatWalletsSign(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	for _, descriptor := range messages(t) {
		name := string(descriptor.Name())
		t.Run(name, func(t *testing.T) {
			registered, ok := proto.GetExtension(descriptor.Options(), amino.E_Name).(string)
			require.True(t, ok)
			require.Equal(t, "battleship/"+name, registered)

			for fill, message := range map[string]*dynamicpb.Message{
				"empty but for its signer": signedBy(t, descriptor, alice.String()),
				"full":                     full(t, descriptor, alice.String(), 0),
			} {
				msg := concrete(t, c, message)
				legacy, err := c.App.LegacyAmino().MarshalJSON(msg)
				require.NoError(t, err, fill)
				wallet := sortJSON(t, legacy)
				require.Contains(t, wallet, fmt.Sprintf(`"type":"battleship/%s"`, name), fill)
				require.Contains(t, string(aminoSignBytes(t, c, alice, msg)), `"msgs":[`+wallet+`]`, fill)
			}
		})
	}
}

// sortJSON sorts the fields of objects, as wallets do before they sign.
func sortJSON(t *testing.T, bz []byte) string {
	t.Helper()
	var value any
	require.NoError(t, json.Unmarshal(bz, &value))
	sorted, err := json.Marshal(value) // Go writes maps in the order of their keys
	require.NoError(t, err)
	return string(sorted)
}

// aminoSignBytes returns what a signer signs in amino JSON under a transaction of one message.
func aminoSignBytes(t *testing.T, c *chain.Chain, signer chain.Account, msg sdk.Msg) []byte {
	t.Helper()
	builder := c.App.TxConfig().NewTxBuilder()
	require.NoError(t, builder.SetMsgs(msg))
	bz, err := authsigning.GetSignBytesAdapter(
		c.Context(),
		c.App.TxConfig().SignModeHandler(),
		signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON,
		authsigning.SignerData{Address: signer.String(), ChainID: c.ID(), PubKey: signer.Key.PubKey()},
		builder.GetTx(),
	)
	require.NoError(t, err)
	return bz
}

// The chain accepts a signature over amino JSON under each message: the sender's sequence moves on, whatever the
// module then thinks of the message.
func TestMessagesCanBeSignedInAminoJSON(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	sequence := func() uint64 { return c.App.AccountKeeper.GetAccount(c.Context(), alice.Address).GetSequence() }
	for _, descriptor := range messages(t) {
		t.Run(string(descriptor.Name()), func(t *testing.T) {
			msg := concrete(t, c, full(t, descriptor, alice.String(), 0))
			before := sequence()
			block := c.Block(c.SignWith(
				signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON, chain.DefaultGas, []sdk.Msg{msg}, alice,
			))
			require.Equal(t, before+1, sequence(), block.TxResults[0].Log)
		})
	}
}

// full returns a message with every field set; those that are an account are set to an address.
func full(t *testing.T, descriptor protoreflect.MessageDescriptor, address string, depth int) *dynamicpb.Message {
	t.Helper()
	require.Less(t, depth, 8, "message %s holds itself", descriptor.FullName())
	message := dynamicpb.NewMessage(descriptor)
	fields := descriptor.Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		value := fieldValue(t, field, address, depth)
		if field.IsList() {
			list := message.NewField(field).List()
			list.Append(value)
			list.Append(value)
			value = protoreflect.ValueOfList(list)
		}
		message.Set(field, value)
	}
	return message
}

// signedBy returns a message with its signer alone.
func signedBy(t *testing.T, descriptor protoreflect.MessageDescriptor, address string) *dynamicpb.Message {
	t.Helper()
	signers, _ := proto.GetExtension(descriptor.Options(), msgv1.E_Signer).([]string)
	require.Len(t, signers, 1, "signers of %s", descriptor.FullName())
	message := dynamicpb.NewMessage(descriptor)
	message.Set(descriptor.Fields().ByName(protoreflect.Name(signers[0])), protoreflect.ValueOfString(address))
	return message
}

// fieldValue returns a value for a field, or for an element of it.
func fieldValue(t *testing.T, field protoreflect.FieldDescriptor, address string, depth int) protoreflect.Value {
	t.Helper()
	switch field.Kind() {
	case protoreflect.MessageKind:
		return protoreflect.ValueOfMessage(full(t, field.Message(), address, depth+1))
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte{0xfb, 0xff, 0x00})
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(1)
	case protoreflect.Uint32Kind:
		return protoreflect.ValueOfUint32(7)
	case protoreflect.Uint64Kind:
		return protoreflect.ValueOfUint64(1 << 60)
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(-1 << 60)
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(true)
	case protoreflect.StringKind:
		switch scalar, _ := proto.GetExtension(field.Options(), cosmosproto.E_Scalar).(string); scalar {
		case "cosmos.AddressString":
			return protoreflect.ValueOfString(address)
		case "cosmos.Int":
			return protoreflect.ValueOfString("1234567890123456789")
		}
		return protoreflect.ValueOfString("A1h <&> \u00e9")
	}
	t.Fatalf("field %s: no value for kind %s", field.FullName(), field.Kind())
	return protoreflect.Value{}
}

// concrete returns a message as the application's type.
func concrete(t *testing.T, c *chain.Chain, message *dynamicpb.Message) gogoproto.Message {
	t.Helper()
	bz, err := proto.Marshal(message)
	require.NoError(t, err)
	resolved, err := c.App.InterfaceRegistry().Resolve("/" + string(message.Descriptor().FullName()))
	require.NoError(t, err)
	require.NoError(t, c.App.AppCodec().Unmarshal(bz, resolved))
	return resolved
}
