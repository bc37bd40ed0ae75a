package channel_test

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	at "github.com/battleship-chain/battleship/player/channel"
)

// rulesets are all that are played by two.
var rulesets = []*game.Ruleset{game.Classic(), game.Xaya(), game.ClassicZK(), game.XayaZK()}

// TestWholeGames plays games to their end by updates. Each update is a proof that anybody could submit.
func TestWholeGames(t *testing.T) {
	for _, r := range rulesets {
		t.Run(r.Name, func(t *testing.T) {
			g := channeltest.New(r, channeltest.Options{})
			both := players(t, g)
			updates := playOn(t, both, 1000)
			if err := same(both); err != nil {
				t.Fatal(err)
			}
			if s := both[0].State(); s.Reason != game.ReasonSunk {
				t.Fatalf("expected a fleet to be sunk, got\n%s", s)
			}
			progress := 0
			for i, update := range updates {
				judged, err := g.Judge(update, nil, nil)
				if err != nil {
					t.Fatalf("update %d: %v", i, err)
				}
				if judged.State.Progress() <= progress {
					t.Fatalf("update %d: expected a progress above %d, got %d", i, progress, judged.State.Progress())
				}
				progress = judged.State.Progress()
				b := at.MarshalUpdate(update)
				if len(b) > 600 && !r.Proven {
					t.Errorf("update %d has %d bytes", i, len(b))
				}
				if _, err := at.ParseUpdate(b); err != nil {
					t.Fatal(err)
				}
			}
			for _, p := range both {
				p.start(t)
				if err := same(both); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestAChoiceIsRepeated: once a shot was signed, another one at the same turn is not, before and after a restart.
func TestAChoiceIsRepeated(t *testing.T) {
	both := players(t, channeltest.New(game.Classic(), channeltest.Options{}))
	playOn(t, both, 5)
	mover := both[both[0].State().Actor]
	before := mover.State()
	first, err := mover.move()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		update, events, err := mover.Move(*first.Move)
		if err != nil || string(at.MarshalUpdate(update)) != string(at.MarshalUpdate(first)) || len(events) != 2 {
			t.Fatalf("expected the very update, got %v, %v, %v", update, events, err)
		}
		other := mover.game.Move(before, mover.aim(before)+1)
		if _, _, err := mover.Move(other); !errors.Is(err, at.ErrSigned) {
			t.Fatalf("expected %v, got %v", at.ErrSigned, err)
		}
		if _, _, err := mover.Move(mover.game.Concession(before)); !errors.Is(err, at.ErrSigned) {
			t.Fatalf("expected %v, got %v", at.ErrSigned, err)
		}
		mover.start(t)
		if again, ok := mover.Resend(); !ok || string(at.MarshalUpdate(again)) != string(at.MarshalUpdate(first)) {
			t.Fatalf("expected %v, got %v", first, again)
		}
	}
}

// TestOutOfTurn: a player that owes nothing moves nothing.
func TestOutOfTurn(t *testing.T) {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	both := players(t, g)
	if _, _, err := both[1].Move(g.Move(g.Initial(), 0)); !errors.Is(err, game.ErrTurn) {
		t.Errorf("expected %v, got %v", game.ErrTurn, err)
	}
	if _, _, err := both[1].Move(channel.Move{Concede: true}); !errors.Is(err, game.ErrTurn) {
		t.Errorf("expected %v, got %v", game.ErrTurn, err)
	}
	if _, ok := both[1].Resend(); ok {
		t.Error("expected no update yet")
	}
	if _, _, ok := both[1].Base(); ok {
		t.Error("expected nothing before the first state")
	}
}

// TestAConcessionIsEndorsed: the winner signs at once that the other has given up, so that a watchtower can submit it.
func TestAConcessionIsEndorsed(t *testing.T) {
	for _, r := range rulesets {
		g := channeltest.New(r, channeltest.Options{})
		both := players(t, g)
		playOn(t, both, 6)
		loser := both[both[0].State().Actor]
		winner := both[loser.me.Other()]
		update, _, err := loser.Move(g.Concession(loser.State()))
		if err != nil {
			t.Fatal(err)
		}
		base, proof, ok := loser.Base()
		if judged, err := g.Judge(proof, &loser.me, nil); !ok || err != nil || base.Progress() != judged.State.Progress() {
			t.Fatalf("expected what a player that has given up can submit, got %v", err)
		}
		if n := loser.Newest(); n.Agreed || n.Base.Progress() != base.Progress() {
			t.Fatalf("expected nobody to agree yet, got %+v", n)
		}
		if news, _, err := winner.Receive(update); !news || err != nil {
			t.Fatal(news, err)
		}
		for range 2 {
			judged, err := g.Judge(winner.Proof(), nil, nil)
			if err != nil || judged.Endorsed != [2]bool{true, true} || judged.State.Reason != game.ReasonConceded {
				t.Fatalf("%s: expected both to endorse the end, got %+v, %v", r.Name, judged, err)
			}
			winner.start(t)
		}
		answer, _ := winner.Resend()
		if news, _, err := loser.Receive(answer); news || err != nil {
			t.Fatal(news, err)
		}
		if n := loser.Newest(); !n.Agreed || n.State.Reason != game.ReasonConceded {
			t.Fatalf("expected the winner to agree, got %+v", n)
		}
		judged, err := g.Judge(loser.Proof(), nil, nil)
		if err != nil || judged.Endorsed != [2]bool{true, true} {
			t.Fatalf("%s: expected the loser to know it, got %+v, %v", r.Name, judged, err)
		}
		if _, _, err := loser.Move(*update.Move); !errors.Is(err, game.ErrPhase) {
			t.Errorf("expected %v, got %v", game.ErrPhase, err)
		}
	}
}

// TestAnOlderConcessionIsLate: a player that gives up on a state before its opponent's last move has not. Else the
// winner would show its board for a state that the other one still outranks.
func TestAnOlderConcessionIsLate(t *testing.T) {
	g := channeltest.New(game.Classic(), channeltest.Options{First: game.Joiner})
	both := players(t, g)
	playOn(t, both, 2) // the toss is opened, and the joiner shoots
	joiner := both[game.Joiner]
	late := g.Update(g.Initial(), g.Concession(g.Initial()))
	if before, now := must(g.Judge(late, nil, nil)).State.Progress(), joiner.State().Progress(); before <= now {
		t.Fatalf("expected a concession of greater progress than %d, got %d", now, before)
	}
	for range 2 {
		if news, _, err := joiner.Receive(late); news || err != nil || joiner.Refusal() != nil {
			t.Fatal(news, err, joiner.Refusal())
		}
		joiner.start(t)
	}
	playOn(t, both, 4)
}

// TestAnEndIsFinal: once the game is over nothing takes the place of its last state.
func TestAnEndIsFinal(t *testing.T) {
	for _, r := range rulesets {
		g := channeltest.New(r, channeltest.Options{})
		both := players(t, g)
		updates := playOn(t, both, 6)
		loser := both[both[0].State().Actor]
		winner := both[loser.me.Other()]
		base := loser.State()
		concession, _, err := loser.Move(g.Concession(base))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := winner.Receive(concession); err != nil {
			t.Fatal(err)
		}
		end := string(at.MarshalUpdate(winner.Proof()))
		updates = append(updates, concession, g.Update(base, g.Move(base, loser.aim(base))), g.Both(base))
		for range 2 {
			for _, update := range updates {
				if news, _, err := winner.Receive(update); news || err != nil || winner.Refusal() != nil {
					t.Fatal(news, err, winner.Refusal())
				}
			}
			if string(at.MarshalUpdate(winner.Proof())) != end {
				t.Fatal("expected the same proof")
			}
			winner.start(t)
		}
	}
}

// TestAForeignKey: a signer that signs with another key than the channel's is found out before anything leaves.
func TestAForeignKey(t *testing.T) {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	disk := newDisk(key(g, 0))
	wrong := func(message []byte) ([]byte, error) { return g.Scheme.Sign(g.Secrets[1], message), nil }
	table := must(at.NewTable(g.Channel, 0, wrong, must(at.OpenDisk(disk, name(g, 0)))))
	if _, _, err := table.Move(g.Move(g.Initial(), 0)); !errors.Is(err, channel.ErrSignature) {
		t.Errorf("expected %v, got %v", channel.ErrSignature, err)
	}
	if log := must(at.OpenDisk(disk, name(g, 0))); len(log.Records()) != 1 {
		t.Errorf("expected nothing to be written down, got %d records", len(log.Records()))
	}
}

// TestTheLogItselfRefuses what competes with what it holds, whoever asks.
func TestTheLogItselfRefuses(t *testing.T) {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	log := must(at.OpenDisk(newDisk(key(g, 0)), name(g, 0)))
	for _, step := range []struct {
		progress int
		state    string
		want     error
	}{
		{4, "a", nil}, {4, "a", nil}, {4, "b", at.ErrSigned}, {3, "c", at.ErrSigned}, {5, "d", nil}, {4, "a", at.ErrSigned},
	} {
		if err := log.Sign(step.progress, []byte(step.state), nil); !errors.Is(err, step.want) {
			t.Errorf("progress %d, state %s: expected %v, got %v", step.progress, step.state, step.want, err)
		}
	}
}

// TestASubmittedMoveOutlivesPower: once a move may have gone to the chain, no other is made in its place.
func TestASubmittedMoveOutlivesPower(t *testing.T) {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	both := players(t, g)
	playOn(t, both, 7)
	mover := both[both[0].State().Actor]
	base := mover.State()
	submitted, _, err := mover.SubmitMove(g.Move(base, mover.aim(base)))
	if err != nil {
		t.Fatal(err)
	}
	mover.disk.lose()
	mover.start(t)
	if _, _, err := mover.SubmitMove(g.Move(base, mover.aim(base)+1)); !errors.Is(err, at.ErrSigned) {
		t.Errorf("expected %v, got %v", at.ErrSigned, err)
	}
	if again := mover.Proof(); string(at.MarshalUpdate(again)) != string(at.MarshalUpdate(submitted)) {
		t.Errorf("expected the same proof, got %v", again)
	}
}

// TestOnChain: once the game is on its way to the chain nothing is signed, whatever comes and however often it starts.
func TestOnChain(t *testing.T) {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	both := players(t, g)
	playOn(t, both, 7)
	mover := both[both[0].State().Actor]
	other := both[mover.me.Other()]
	if err := mover.StopSigning(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := mover.move(); !errors.Is(err, at.ErrOnChain) || !errors.Is(mover.Refusal(), at.ErrOnChain) {
			t.Fatalf("expected %v, got %v", at.ErrOnChain, err)
		}
		mover.start(t)
	}
	// A move is submitted with its sender for an endorsement, and is the same one after a restart.
	move := g.Move(mover.State(), mover.aim(mover.State()))
	proof, _, err := mover.SubmitMove(move)
	if err != nil {
		t.Fatal(err)
	}
	if len(proof.Signatures[mover.me]) > 0 {
		t.Error("expected no signature")
	}
	if _, err := g.Judge(proof, &mover.me, nil); err != nil {
		t.Error(err)
	}
	mover.start(t)
	again, _, err := mover.SubmitMove(move)
	if err != nil || string(at.MarshalUpdate(again)) != string(at.MarshalUpdate(proof)) {
		t.Fatalf("expected the same move, got %v, %v", again, err)
	}
	move.Target = "J9"
	if _, _, err := mover.SubmitMove(move); !errors.Is(err, at.ErrSigned) {
		t.Errorf("expected %v, got %v", at.ErrSigned, err)
	}
	// The other one is told that the game goes on-chain: from then on it takes no update.
	if err := other.StopSigning(); err != nil {
		t.Fatal(err)
	}
	base := other.State()
	for range 2 {
		if news, _, err := other.Receive(g.Update(base, g.Concession(base))); news || !errors.Is(err, at.ErrOnChain) {
			t.Fatalf("expected %v, got %t, %v", at.ErrOnChain, news, err)
		}
		other.start(t)
	}
	if _, _, err := mover.SubmitMove(g.Concession(base)); err == nil {
		t.Error("expected a concession not to be submitted")
	}
}

// What a player has kept itself is taken over also once the game is on-chain, where no update is.
func TestAKeptProofIsTakenOnChain(t *testing.T) {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	both := players(t, g)
	playOn(t, both, 9)
	kept := both[0].Proof()
	lost, err := at.NewTable(g.Channel, both[0].me, both[0].sign, at.LostLog(name(g, both[0].me), at.ErrMissing))
	if err != nil {
		t.Fatal(err)
	}
	if err := lost.StopSigning(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := lost.Receive(kept); !errors.Is(err, at.ErrOnChain) {
		t.Fatalf("expected %v, got %v", at.ErrOnChain, err)
	}
	forged := kept
	forged.Signatures[0], forged.Signatures[1] = kept.Signatures[1], kept.Signatures[0]
	if news, err := lost.Import(forged); news || err == nil {
		t.Fatalf("expected an error, got news %t", news)
	}
	if news, err := lost.Import(kept); !news || err != nil || lost.State().Progress() != both[0].State().Progress() {
		t.Fatalf("expected news, got %t, %v", news, err)
	}
	if err := lost.Refusal(); !errors.Is(err, at.ErrMissing) {
		t.Errorf("expected that nothing is signed, got %v", err)
	}
}
