package query

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	flagProve         = "prove"
	flagTrustedHeader = "trusted-header"
	flagGame          = "game"

	// maxProofFile is more than a proof with the signatures of thousands of validators takes.
	maxProofFile = 16 << 20
)

// Proving has a command that asks for a result write a proof of it instead, if the user wants one.
func Proving[K Kind](others []K, cmd *cobra.Command) *cobra.Command {
	cmd.Flags().Bool(flagProve, false, "write a file that proves the result, or that there is none yet, to anybody who "+
		"has a trusted header: battleshipd verify-result checks it without a node")
	answer := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		prove := env.ValueOf[bool](cmd.Flags(), flagProve)
		if !prove {
			return answer(cmd, args)
		}
		return env.Run(false, func(ctx context.Context, e *env.Env, args []string) error {
			return proveResult(ctx, e, others, args[0])
		})(
			cmd, args)
	}
	return cmd
}

// proveResult writes the proof of a result as of the newest block that can be proven.
func proveResult[K Kind](ctx context.Context, e *env.Env, others []K, name string) error {
	id, err := env.ParseGameID(name)
	if err != nil {
		return err
	}
	node, err := e.Client.GetNode()
	if err != nil {
		return err
	}
	newest, err := light.Newest(ctx, node)
	if err != nil {
		return err
	}
	if newest <= light.FirstProvable {
		return fmt.Errorf("nothing can be proven yet: expected block %d, got %d: wait for it", light.FirstProvable+1, newest)
	}
	block, err := light.Block(ctx, node, newest, nil)
	if err != nil {
		return err
	}
	item, err := light.Item(ctx, node, newest-1, storeproof.KindResult.Key(id))
	if err != nil {
		return err
	}
	for _, k := range others { // whose results are elsewhere
		if len(item.Value) > 0 {
			break
		}
		stored, _ := k.Stored()
		other, err := light.Item(ctx, node, newest-1, stored.Key(id))
		if err != nil {
			return err
		}
		if len(other.Value) > 0 {
			item = other
		}
	}
	file := proof.NewFile(item, block)
	if err := file.Verify(proof.Trust(block), proof.DefaultPeriod, time.Now()); err != nil {
		return fmt.Errorf("the node at %s does not prove what it shows: %w: name another with --%s", e.Client.NodeURI, err,
			flags.FlagNode)
	}
	raw, err := file.Encode()
	if err != nil {
		return err
	}
	if len(item.Value) == 0 {
		e.Out.Note(text.ProvenMissing, id, file.Height)
	}
	_, err = e.Out.Out.Write(raw)
	return err
}

// trustedHeaderCmd returns the command that writes what proofs are checked against.
func trustedHeaderCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trusted-header [HEIGHT]",
		Short: "Write a header of a node that you trust, to check proofs against",
		Long: `Write a header of the node, with its commit and validators, for battleshipd verify-result. It is only as
good as the node: ask your own, or compare the hash, which is printed, with several others. The header vouches for
itself for ever, and for later ones as long as those who have signed it can be punished. By default it is the newest.`,
		Example: `battleshipd query battleship trusted-header > trusted.json`,
		Args:    env.Between(0, 1, "HEIGHT, or nothing for the newest"),
		RunE: env.Run(false, func(ctx context.Context, e *env.Env, args []string) error {
			node, err := e.Client.GetNode()
			if err != nil {
				return err
			}
			height, err := light.Newest(ctx, node)
			if err == nil && len(args) > 0 {
				height, err = parseHeight(args[0], height)
			}
			if err != nil {
				return err
			}
			block, err := light.Block(ctx, node, height, nil)
			if err != nil {
				return err
			}
			trusted := proof.Trust(block)
			if err := trusted.Validate(); err != nil {
				return fmt.Errorf("the node at %s shows no header: %w: name another with --%s", e.Client.NodeURI, err,
					flags.FlagNode)
			}
			raw, err := trusted.Encode()
			if err != nil {
				return err
			}
			e.Out.Note(text.BlockHash, height, block.ChainID, env.HashText(trusted.Hash), e.Client.NodeURI)
			_, err = e.Out.Out.Write(raw)
			return err
		}),
	}
	env.AddQueryFlags(cmd)
	return cmd
}

// parseHeight reads the height of a block that is there.
func parseHeight(text string, newest int64) (int64, error) {
	height, err := strconv.ParseInt(text, 10, 64)
	if err != nil || height < 1 || height > newest {
		return 0, fmt.Errorf("height: expected one from 1 to %d, got %q", newest, text)
	}
	return height, nil
}

// VerifyResultCmd returns the command that checks the proof of a result without a node.
func VerifyResultCmd[K Kind](others []K) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify-result FILE",
		Short: "Check the proof of a result without a node",
		Long: `Checks a file that battleshipd query battleship result ID --prove has written, against a header that you trust:
that of the same block, or an older one whose validators have signed it. No node is asked. What is proven is shown.`,
		Example: `battleshipd verify-result result.json --trusted-header trusted.json
battleshipd verify-result result.json --trusted-header trusted.json --game 7`,
		Args: env.Exactly("FILE"),
		RunE: env.WithoutUsage(func(cmd *cobra.Command, args []string) error { return verifyResult(cmd, others, args[0]) }),
	}
	f := cmd.Flags()
	f.String(flagTrustedHeader, "", "file with the header that you trust, as battleshipd query battleship trusted-header "+
		"writes it; or with chain_id, height and hash alone, for a proof of that very block")
	f.Uint64(flagGame, 0, "refuse the proof of any other game than this")
	f.Duration(env.FlagTrustPeriod, proof.DefaultPeriod, "how long a trusted header vouches for later ones; less than "+
		"the time for which stake stays bound")
	f.StringP(flags.FlagOutput, "o", flags.OutputFormatText, "output format: text or json")
	return cmd
}

// verifiedResult is the proven result, for a program.
type verifiedResult struct {
	ChainID string `json:"chain_id"`
	Height  int64  `json:"height,string"`
	GameID  uint64 `json:"game_id,string"`
	// Ended reports whether there is a result.
	Ended  bool            `json:"ended"`
	Result json.RawMessage `json:"result,omitempty"`
}

func verifyResult[K Kind](cmd *cobra.Command, others []K, path string) error {
	cctx := sdkclient.GetClientContextFromCmd(cmd)
	format := env.ValueOf[string](cmd.Flags(), flags.FlagOutput)
	out, err := env.NewPrinter(cmd, cctx.WithOutputFormat(format))
	if err != nil {
		return err
	}
	file, err := readProof(cmd, path)
	if err != nil {
		return err
	}
	kind, id, err := storeproof.ParseKey(file.Key)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if want := env.ValueOf[uint64](cmd.Flags(), flagGame); cmd.Flags().Changed(flagGame) && want != id {
		return fmt.Errorf("%s: expected the result of game %d, got that of game %d", path, want, id)
	}
	object := verifiedResult{ChainID: file.ChainID, Height: file.Height, GameID: id, Ended: len(file.Value) > 0}
	tell := func() { out.Text(text.HadNoResult, id) }
	if object.Ended {
		if object.Result, tell, err = resultOf(out, others, kind, id, file.Value); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if out.JSON {
		return out.Object(object)
	}
	out.Text(text.ProofVerified, file.ChainID, file.Height)
	tell()
	return nil
}

// readProof reads a file and verifies it against the trusted header that the flags name.
func readProof(cmd *cobra.Command, path string) (proof.File, error) {
	header := env.ValueOf[string](cmd.Flags(), flagTrustedHeader)
	if header == "" {
		return proof.File{}, fmt.Errorf("add --%s FILE, with a header that you trust: battleshipd query battleship "+
			"trusted-header writes one", flagTrustedHeader)
	}
	raw, err := env.ReadAtMost(path, maxProofFile)
	if err != nil {
		return proof.File{}, err
	}
	file, err := proof.Parse(raw)
	if err != nil {
		return proof.File{}, fmt.Errorf("%s: %w, as battleshipd query battleship result ID --%s writes it", path, err,
			flagProve)
	}
	if raw, err = env.ReadAtMost(header, maxProofFile); err != nil {
		return proof.File{}, fmt.Errorf("--%s: %w", flagTrustedHeader, err)
	}
	trusted, err := proof.ParseTrusted(raw)
	if err != nil {
		return proof.File{}, fmt.Errorf("--%s %s: %w", flagTrustedHeader, header, err)
	}
	period := env.ValueOf[time.Duration](cmd.Flags(), env.FlagTrustPeriod)
	if err := file.Verify(trusted, period, time.Now()); err != nil {
		return proof.File{}, fmt.Errorf("%s: nothing is proven: %w: %s", path, err, proofRemedy(err))
	}
	return file, nil
}

// proofRemedy returns what the user can do about the proof of a result that is refused.
func proofRemedy(err error) string {
	for _, one := range proofRemedies {
		if errors.Is(err, one.problem) {
			return one.text
		}
	}
	return text.ProofFalse
}

var proofRemedies = []struct {
	problem error
	text    string
}{
	{proof.ErrChain, text.HeaderOfChain},
	{proof.ErrNewer, text.OlderHeader},
	{proof.ErrOnlyHash, text.WholeHeader},
	{proof.ErrExpired, text.NewerHeader},
	{proof.ErrDistant, text.NearerHeader},
	{proof.ErrFuture, text.SetClock},
}

// resultOf formats a proven result, for a program and for a person.
func resultOf[K Kind](p env.Printer, others []K,
	kind storeproof.Kind, id uint64, value []byte,
) (object json.RawMessage, tell func(), err error) {
	var (
		duel types.Result
		r    proto.Message = &duel
	)
	tell = func() {
		p.Text(text.DuelIsOver, id, env.RulesetName(duel.RulesetId), text.Voice{}.Result(duel))
		for seat, player := range duel.Players {
			p.Text("%-8s %s", game.Seat(seat), player)
		}
		p.Text("%-8s %d to %d", "blocks", duel.CreatedHeight, duel.EndedHeight)
	}
	for _, k := range others {
		if stored, result := k.Stored(); stored == kind {
			r, tell = result, func() { k.TellResult(context.Background(), &env.Env{Out: p}, result) }
		}
	}
	if err := proto.Unmarshal(value, r); err != nil {
		return nil, nil, fmt.Errorf("the result of game %d is proven, but this program does not understand it: %w", id, err)
	}
	object, err = p.Raw(r)
	return object, tell, err
}
