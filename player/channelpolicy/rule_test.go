package channelpolicy_test

import (
	"errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	policy "github.com/battleship-chain/battleship/player/channelpolicy"
)

// rule is what the chain and the honest player do. Each part is the real one unless a test puts a fault in its place.
type rule struct {
	submit func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error)
	// claim is submit before a claim.
	claim  func(w *world, x channel.ChainState, sender game.Seat, p channel.Proof) (channel.ChainState, error)
	giveUp func(x channel.ChainState, by game.Seat) error
	// passed is what the channel timeout leaves.
	passed func(w *world, x channel.ChainState) (channel.ChainState, error)
	decide func(x channel.ChainState, n policy.Newest, me game.Seat, outOfPatience, mute bool) policy.Duty
	// oldBases takes updates that are made on a state older than the last one that was signed, lateUpdates those that
	// come after the first submission, twice answers two updates of the same progress, and signsOn signs off-chain all the
	// same.
	oldBases, lateUpdates, twice, signsOn bool
	// shows shows the opening that the player owes, and signs nothing.
	shows bool
	// bare lets a player give up off-chain without opening what it owes.
	bare bool
	// apart sends the newest state and the next move to the chain in two transactions, and shotOf answers the shot of the
	// newest state whatever the chain has.
	apart, shotOf bool
	// backup submits a state that is older than the newest.
	backup bool
}

// honestRule is the rule as it is.
func honestRule() rule {
	return rule{
		submit: func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error) {
			next, _, err := w.Submit(x, sender, p, now, nil)
			return next, err
		},
		claim: func(w *world, x channel.ChainState, sender game.Seat, p channel.Proof) (channel.ChainState, error) {
			next, _, err := w.SubmitForClaim(x, sender, &p, now, nil)
			return next, err
		},
		giveUp: channel.ChainState.CheckGiveUp,
		passed: func(w *world, x channel.ChainState) (channel.ChainState, error) { return w.TimedOut(x, now) },
		decide: policy.Decide,
	}
}

// submits has a fault in all that submits a state.
func (r *rule) submits(
	submit func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error),
) {
	r.submit = submit
	r.claim = func(w *world, x channel.ChainState, sender game.Seat, p channel.Proof) (channel.ChainState, error) {
		next, err := submit(w, x, &sender, p)
		if errors.Is(err, channel.ErrNotNewer) {
			return x, nil
		}
		return next, err
	}
}

// fault is something that a programmer might get wrong, and the model must find.
type fault struct {
	name string
	// found is how the complaint of the model begins.
	found string
	// loses says that it takes a player that has lost its log.
	loses bool
	makes func(r *rule)
}

// How complaints of the model begin.
const (
	rewardLost      = "the reward is lost"
	boardShown      = "the board is shown"
	tileShown       = "a tile is shown"
	timedOut        = "the game is lost by timeout"
	wonLost         = "a won game is lost"
	endless         = "a circle"
	strangerOnChain = "a game is taken on-chain"
	wonLate         = "a game that was won ends by timeout"
	unproven        = "the game is lost by unproven"
	manySubmissions = "2 states are submitted"
)

// faults are those of the chain, then those of the player.
func faults() []fault {
	return append(chainFaults(), playerFaults()...)
}

func chainFaults() []fault {
	return []fault{
		{"the chain lets a player give up before its opponent has responded", rewardLost, false, func(r *rule) {
			r.giveUp = func(x channel.ChainState, _ game.Seat) error { return x.CheckMove() }
		}},
		{"the chain takes a concession without the winner's consent", rewardLost, false, func(r *rule) {
			r.submits(func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error) {
				all := x
				all.Responded = [2]bool{true, true}
				next, _, err := w.Submit(all, sender, p, now, nil)
				next.Responded = x.Responded
				if err == nil && sender != nil {
					next.Responded[*sender] = true
				}
				return next, err
			})
		}},
		{"the chain takes a state that is as new as its own", endless, false, func(r *rule) {
			honest := r.submit
			r.submits(func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error) {
				said, err := w.Judge(p, sender, nil)
				if err != nil || said.State.Progress() != x.State.Progress() || x.OffChain || keyOf(said.State) == keyOf(x.State) {
					return honest(w, x, sender, p)
				}
				older := channel.ChainState{State: w.held(w.start, turn), Responded: x.Responded}
				return honest(w, older, sender, p)
			})
		}},
		{"a concession ranks below the move in whose place it is", wonLost, false, func(r *rule) {
			honest := r.submit
			r.submits(func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error) {
				said, err := w.Judge(p, sender, nil)
				if err == nil && said.State.Reason == game.ReasonConceded && !x.OffChain &&
					said.State.Progress()-2 <= x.State.Progress() {
					return x, channel.ErrNotNewer
				}
				return honest(w, x, sender, p)
			})
		}},
		{"the chain loads a newer state after play has ended", boardShown, false, func(r *rule) {
			honest := r.submit
			r.submits(func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error) {
				if x.State.Phase != game.PhaseClaim {
					return honest(w, x, sender, p)
				}
				said, err := w.Judge(p, sender, nil)
				if err != nil || said.State.Progress() <= x.State.Progress() {
					return x, channel.ErrNotNewer
				}
				return honest(w, channel.ChainState{State: w.held(w.start, turn), Responded: x.Responded}, sender, p)
			})
		}},
		{"what anybody submits counts as a player's word", rewardLost, false, func(r *rule) {
			honest := r.submit
			r.submits(func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error) {
				next, err := honest(w, x, sender, p)
				if err == nil && sender == nil {
					next.Responded = [2]bool{true, true}
				}
				return next, err
			})
		}},
		{"anybody takes a game on-chain", strangerOnChain, false, func(r *rule) {
			honest := r.submit
			r.submits(func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error) {
				if x.OffChain && sender == nil {
					x = channel.ChainState{State: w.held(w.start, turn)}
				}
				return honest(w, x, sender, p)
			})
		}},
		{"signatures are not checked", wonLost, false, func(r *rule) {
			honest := r.submit
			r.submits(func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error) {
				if s, err := w.Decode(p.State); err == nil && p.Move == nil && len(p.State) > 0 {
					p = w.Both(s)
				}
				return honest(w, x, sender, p)
			})
		}},
		{"a game that comes on-chain goes on under its old clock", timedOut, false, func(r *rule) {
			honest := r.submit
			r.submits(func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error) {
				next, err := honest(w, x, sender, p)
				if err == nil && !x.OffChain && next.State.Deadline > 0 {
					next.State.Deadline = x.State.Deadline
				}
				return next, err
			})
		}},
		{"the channel timeout ends with a turn that is over", timedOut, false, func(r *rule) {
			honest := r.passed
			r.passed = func(w *world, x channel.ChainState) (channel.ChainState, error) {
				next, err := honest(w, x)
				next.State.Deadline = now
				return next, err
			}
		}},
		{"the chain takes nothing between the channel timeout and its settlement", boardShown, false, func(r *rule) {
			honest := r.submit
			r.submits(func(w *world, x channel.ChainState, sender *game.Seat, p channel.Proof) (channel.ChainState, error) {
				if x.OffChain && game.Late(x.State.Deadline, now) {
					return x, game.ErrLate
				}
				return honest(w, x, sender, p)
			})
		}},
		{"the channel timeout counts as a player's word", rewardLost, false, func(r *rule) {
			honest := r.passed
			r.passed = func(w *world, x channel.ChainState) (channel.ChainState, error) {
				next, err := honest(w, x)
				next.Responded = [2]bool{true, true}
				return next, err
			}
		}},
		{"a player gives up off-chain and opens nothing", boardShown, false, func(r *rule) { r.bare = true }},
	}
}

func playerFaults() []fault {
	return []fault{
		{"the player moves on a stale state", tileShown, false, func(r *rule) {
			r.decides(func(x channel.ChainState, n policy.Newest, me game.Seat, d policy.Duty) policy.Duty {
				if !x.OffChain && x.State.Actor == me && (d == policy.Submit || d == policy.SubmitMove) {
					return policy.Move
				}
				return d
			})
		}},
		{"the player waits on a stale state", wonLate, false, func(r *rule) {
			r.decides(func(x channel.ChainState, n policy.Newest, me game.Seat, d policy.Duty) policy.Duty {
				if !x.OffChain && x.State.Actor != me && d.Submits() {
					return policy.Wait
				}
				return d
			})
		}},
		{"the player does not submit that it has lost", timedOut, false, func(r *rule) {
			r.decides(func(x channel.ChainState, n policy.Newest, me game.Seat, d policy.Duty) policy.Duty {
				if !x.OffChain && n.State.Owes == game.OwesClaim && n.State.Actor != me && d == policy.Submit {
					return policy.Wait
				}
				return d
			})
		}},
		{"the player shows its board for a state that was not proven", boardShown, false, func(r *rule) {
			r.decides(func(x channel.ChainState, n policy.Newest, me game.Seat, d policy.Duty) policy.Duty {
				if !x.OffChain && d == policy.SubmitMove {
					return policy.Claim
				}
				return d
			})
		}},
		{"the player claims nothing", unproven, false, func(r *rule) {
			r.decides(func(_ channel.ChainState, _ policy.Newest, _ game.Seat, d policy.Duty) policy.Duty {
				if d == policy.Claim {
					return policy.Wait
				}
				return d
			})
		}},
		{"the player shows its board for an update though its log is lost", boardShown, true, func(r *rule) {
			honest := r.decide
			r.decide = func(x channel.ChainState, n policy.Newest, me game.Seat, outOfPatience, mute bool) policy.Duty {
				d := honest(x, n, me, outOfPatience, mute)
				if n.Unsure && d == policy.Submit && !n.State.Phase.InPlay() && n.State.Actor == me && n.State.Claims() {
					return policy.ClaimWith
				}
				return d
			}
		}},
		{"the player plays on off-chain after it has submitted", tileShown, false, func(r *rule) {
			r.signsOn, r.lateUpdates = true, true
		}},
		{"the player takes updates that are made on old states", boardShown, false, func(r *rule) {
			r.oldBases = true
		}},
		{"the player takes updates after it has submitted", manySubmissions, false, func(r *rule) { r.lateUpdates = true }},
		{"the player signs twice", tileShown, false, func(r *rule) { r.twice = true }},
		{"the player shows an answer ahead of a state that has it", tileShown, false, func(r *rule) { r.shows = true }},
		{"the player sends an opening that can be refused", tileShown, false, func(r *rule) { r.apart = true }},
		{"the player answers another shot than the chain's", timedOut, false, func(r *rule) { r.shotOf = true }},
		{"the player submits a state of an old backup", timedOut, false, func(r *rule) { r.backup = true }},
	}
}

// decides changes what the player does.
func (r *rule) decides(change func(x channel.ChainState, n policy.Newest, me game.Seat, d policy.Duty) policy.Duty) {
	honest := r.decide
	r.decide = func(x channel.ChainState, n policy.Newest, me game.Seat, outOfPatience, mute bool) policy.Duty {
		return change(x, n, me, honest(x, n, me, outOfPatience, mute))
	}
}
