package env

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/player/text"
)

// Flags of trust in a node.
const (
	flagTrustHeight  = "trust-height"
	flagTrustHash    = "trust-hash"
	FlagTrustPeriod  = "trust-period"
	flagTrustWitness = "trust-witness"

	// trustNode is the hash of a user who trusts the node, and the witness of one who has none.
	trustNode = "none"
)

// addTrustFlags adds what says which headers are the chain's.
func addTrustFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Int64(flagTrustHeight, 0, "height of a block whose hash you know from a trusted source: games are then read "+
		"with proofs, and false answers of the node are refused. The home remembers it for the chain")
	f.String(flagTrustHash, "", "hash of the block at --"+flagTrustHeight+"; "+trustNode+" to believe the "+
		"node all the same")
	f.StringSlice(flagTrustWitness, nil, "RPC address of another node, which must show the same blocks as --"+
		flags.FlagNode+"; the home remembers it too, and "+trustNode+" forgets it")
	f.Duration(FlagTrustPeriod, proof.DefaultPeriod, "how long a verified header vouches for later ones; less than "+
		"the time for which stake stays bound")
}

// LinkOf is how a command reaches its chain: over proofs if the user, or the home, trusts a header of it.
func LinkOf(cmd *cobra.Command, cctx sdkclient.Context, note func(format string, args ...any)) (client.Link, error) {
	link := client.LinkTo(cctx)
	root, named, err := rootFlags(cmd, cctx.ChainID)
	if err != nil || named && len(root.Hash) == 0 {
		return link, err
	}
	if cctx.ChainID == "" {
		if known := light.Chains(cctx.HomeDir); !named && len(known) == 0 {
			return link, nil
		}
		return link, fmt.Errorf("reads are proven for the chain that --%s names: name it, or believe the node with --%s %s",
			flags.FlagChainID, flagTrustHash, trustNode)
	}
	memory, err := light.Open(cctx.HomeDir, cctx.ChainID)
	if err != nil {
		return link, err
	}
	from, known := memory.Newest()
	switch {
	case named:
		from = memory.From(root)
	case !known:
		if cmd.Flags().Changed(flagTrustWitness) {
			return link, fmt.Errorf("--%s: a witness vouches for headers that follow from one that you trust: name that with "+
				"--%s and --%s", flagTrustWitness, flagTrustHeight, flagTrustHash)
		}
		return link, nil
	}
	node, err := cctx.GetNode()
	if err != nil {
		return link, err
	}
	period := ValueOf[time.Duration](cmd.Flags(), FlagTrustPeriod)
	if period <= 0 {
		return link, fmt.Errorf("--%s: expected a time such as %s, got %s", FlagTrustPeriod, 7*24*time.Hour, period)
	}
	witnesses, err := witnessesOf(cmd, memory)
	if err != nil {
		return link, err
	}
	chain := light.New(light.Options{
		Node: node, Address: cctx.NodeURI, Root: from, Period: period, Witnesses: witnesses, Keeper: memory,
	})
	if err := chain.Begin(cmd.Context()); err != nil {
		return link, client.Explain(cmd.Context(), link, err)
	}
	if named && from.Block == nil {
		note(text.ReadsProven, root.Height)
	}
	link.Conn = light.NewConn(link.Conn, chain)
	return link, nil
}

// witnessesOf are the nodes that must show the same headers: those that the flag names, or else those that the home
// remembers.
func witnessesOf(cmd *cobra.Command, memory *light.Memory) ([]light.Witness, error) {
	if cmd.Flags().Changed(flagTrustWitness) {
		named := ValueOf[[]string](cmd.Flags(), flagTrustWitness)
		if len(named) == 1 && named[0] == trustNode {
			named = nil
		}
		for i, address := range named {
			named[i] = client.NodeAddress(address)
		}
		memory.SetWitnesses(named)
	}
	var all []light.Witness
	for _, address := range memory.Witnesses() {
		node, err := sdkclient.NewClientFromNode(address)
		if err != nil {
			return nil, fmt.Errorf("--%s: expected the RPC address of a node, got %q: %w", flagTrustWitness, address, err)
		}
		all = append(all, light.Witness{Node: node, Address: address})
	}
	return all, nil
}

// rootFlags is the trusted header that the flags name, and whether they name any. One without a hash is to believe the
// node.
func rootFlags(cmd *cobra.Command, chainID string) (proof.Trusted, bool, error) {
	root := proof.Trusted{ChainID: chainID}
	height := ValueOf[int64](cmd.Flags(), flagTrustHeight)
	text := ValueOf[string](cmd.Flags(), flagTrustHash)
	switch {
	case text == trustNode && height == 0:
		return root, true, nil
	case text == "" && height == 0:
		return root, false, nil
	case text == "" || height == 0:
		return root, false, fmt.Errorf("--%s and --%s go together: the height of a block, and its hash", flagTrustHeight,
			flagTrustHash)
	}
	hash, err := hex.DecodeString(text)
	if err == nil && len(hash) != blockHashBytes {
		err = errors.New("another length")
	}
	if err != nil || height < 1 {
		return root, false, fmt.Errorf("--%s and --%s: expected the height of a block and its hash of %d hexadecimal "+
			"digits, got %d and %q", flagTrustHeight, flagTrustHash, 2*blockHashBytes, height, text)
	}
	root.Height, root.Hash = height, hash
	return root, true, nil
}

// blockHashBytes is how long the hash of a header is.
const blockHashBytes = 32

// HashText is the hash of a block as people compare it.
func HashText(hash []byte) string { return strings.ToUpper(hex.EncodeToString(hash)) }
