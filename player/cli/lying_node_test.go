package cli_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	gogoproto "github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
)

// sequence writes to the clipboard, clears the screen and reverses the text after it, in terminals that follow it.
const sequence = "\x1b]52;c;aGk=\a\u009b2J\u202e"

// poisoner is a node that writes a sequence into its answers to queries of the module: into the texts of one field, by
// name, or into an error in place of the answer if the field is "".
type poisoner struct {
	*playertest.Node

	on    bool
	field string
	// texts are the names of the text fields seen, written the number of answers with a sequence.
	texts   []string
	written int
}

// ABCIQueryWithOptions implements sdkclient.CometRPC.
func (n *poisoner) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	res, err := n.Node.ABCIQueryWithOptions(ctx, path, data, opts)
	service, method, isQuery := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if err != nil || !n.on || !isQuery || service != "battleship.v1.Query" || !res.Response.IsOK() {
		return res, err
	}
	if n.field == "" {
		n.written++
		res.Response = abci.ResponseQuery{
			Code: sdkerrors.ErrNotFound.ABCICode(), Codespace: sdkerrors.RootCodespace, Log: "no such thing " + sequence,
		}
		return res, nil
	}
	found, err := gogoproto.HybridResolver.FindDescriptorByName(protoreflect.FullName(service))
	if err != nil {
		return nil, err
	}
	of, ok := found.(protoreflect.ServiceDescriptor)
	if !ok {
		return nil, fmt.Errorf("expected a service, got %T", found)
	}
	answer := dynamicpb.NewMessage(of.Methods().ByName(protoreflect.Name(method)).Output())
	if err := proto.Unmarshal(res.Response.Value, answer); err != nil {
		return nil, err
	}
	if n.poison(answer) {
		n.written++
	}
	res.Response.Value, err = proto.Marshal(answer)
	return res, err
}

// poison writes the sequence into all texts of the field, and reports whether there is one.
func (n *poisoner) poison(m protoreflect.Message) (done bool) {
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.Kind() == protoreflect.MessageKind && f.IsList():
			for i := range v.List().Len() {
				done = n.poison(v.List().Get(i).Message()) || done
			}
		case f.Kind() == protoreflect.MessageKind && !f.IsMap():
			done = n.poison(v.Message()) || done
		case f.Kind() == protoreflect.StringKind && !f.IsList() && !f.IsMap():
			if name := string(f.Name()); !slices.Contains(n.texts, name) {
				n.texts = append(n.texts, name)
			}
			if string(f.Name()) == n.field {
				m.Set(f, protoreflect.ValueOfString(v.String()+sequence))
				done = true
			}
		}
		return true
	})
	return done
}

// No command writes a sequence for the terminal that a node has put into an answer, an error or the refusal of a
// transaction.
func TestAttackALyingNodeWritesNoSequenceToTheTerminal(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	h.Won(game.Xaya())
	offChain := h.Started(game.Xaya())
	must(h.World, "create-game --ruleset xaya --from alice -y")
	running, _, _ := h.Begun(game.Classic())
	n := &poisoner{Node: h.Node, field: "-"}
	h.ClientCtx = h.ClientCtx.WithClient(n)
	reads := []string{
		"lobby", "games", "rewards", "leaderboard", "player alice", "results alice", "result 1",
		fmt.Sprintf("board %d --from alice", running), fmt.Sprintf("channel show %d --from alice", offChain),
		fmt.Sprintf("query battleship game %d", running), "query battleship params",
	}
	run := func(line string) {
		out, note, _ := run(h.World, line)
		for _, harmful := range []string{"\x1b", "\a", "\u009b", "\u202e"} {
			require.NotContains(t, out+note, harmful, "%s, with a lie in %q", line, n.field)
		}
	}
	n.on = true
	for _, line := range reads { // learns the names of the fields
		run(line)
	}
	require.GreaterOrEqual(t, len(n.texts), 10, "fields with texts: %v", n.texts)
	for i, field := range append([]string{""}, n.texts...) {
		n.field, n.written = field, 0
		for j, line := range reads {
			if (i+j)%2 == 0 {
				line += " -o json"
			}
			run(line)
		}
		require.Positive(t, n.written, n.field)
	}
	create := "create-game --ruleset xaya --from bob -y"
	for _, n.field = range []string{"", "denom"} {
		run(create)
	}
	n.on = false
	h.Node.Check = func([]byte) *coretypes.ResultBroadcastTx {
		return &coretypes.ResultBroadcastTx{Code: 5, Codespace: "other", Log: "no " + sequence}
	}
	run(create)
	run(fmt.Sprintf("concede %d -y --from alice", running))
}
