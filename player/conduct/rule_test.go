package conduct_test

import (
	"errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/conduct"
)

// rule is what the chain and the honest player do. Each part is the real one unless a test puts a fault in its place.
type rule struct {
	post func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error)
	// claim is post before a claim.
	claim  func(w *world, x channel.Stand, sender game.Seat, p channel.Proof) (channel.Stand, error)
	giveUp func(x channel.Stand, by game.Seat) error
	// passed is what the end of the lease leaves.
	passed func(w *world, x channel.Stand) (channel.Stand, error)
	decide func(x channel.Stand, n conduct.Newest, me game.Seat, outOfPatience, mute bool) conduct.Duty
	// oldBases takes letters that are made on a state older than the last one that was signed, lateLetters those that
	// come after the first submission, twice answers two letters of the same progress, and signsOn signs at sea all the
	// same.
	oldBases, lateLetters, twice, signsOn bool
	// bare lets a player give up at sea without opening what it owes.
	bare bool
	// apart sends the newest state and the next move to the chain in two transactions, and shotOf answers the shot of the
	// newest state whatever the chain has.
	apart, shotOf bool
	// backup posts a state that is older than the newest.
	backup bool
}

// honestRule is the rule as it is.
func honestRule() rule {
	return rule{
		post: func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error) {
			next, _, err := w.Post(x, sender, p, now, nil)
			return next, err
		},
		claim: func(w *world, x channel.Stand, sender game.Seat, p channel.Proof) (channel.Stand, error) {
			next, _, err := w.PostForClaim(x, sender, &p, now, nil)
			return next, err
		},
		giveUp: channel.Stand.CheckGiveUp,
		passed: func(w *world, x channel.Stand) (channel.Stand, error) { return w.LeasePassed(x, now) },
		decide: conduct.Decide,
	}
}

// posts has a fault in all that posts a state.
func (r *rule) posts(
	post func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error),
) {
	r.post = post
	r.claim = func(w *world, x channel.Stand, sender game.Seat, p channel.Proof) (channel.Stand, error) {
		next, err := post(w, x, &sender, p)
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
	rewardLost     = "the reward is lost"
	boardShown     = "the board is shown"
	tileShown      = "a tile is shown"
	timedOut       = "the game is lost by timeout"
	wonLost        = "a won game is lost"
	endless        = "a circle"
	strangerAshore = "a game is taken ashore"
	wonLate        = "a game that was won ends by timeout"
	unproven       = "the game is lost by unproven"
	manyPosts      = "2 states are posted"
	signedTwice    = "two states of one progress are signed"
)

// faults are those of the chain, then those of the player.
func faults() []fault {
	return append(chainFaults(), playerFaults()...)
}

func chainFaults() []fault {
	return []fault{
		{"the chain lets a player give up before its opponent was heard", rewardLost, false, func(r *rule) {
			r.giveUp = func(x channel.Stand, _ game.Seat) error { return x.CheckMove() }
		}},
		{"the chain takes a concession without the winner's consent", rewardLost, false, func(r *rule) {
			r.posts(func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error) {
				all := x
				all.Heard = [2]bool{true, true}
				next, _, err := w.Post(all, sender, p, now, nil)
				next.Heard = x.Heard
				if err == nil && sender != nil {
					next.Heard[*sender] = true
				}
				return next, err
			})
		}},
		{"the chain takes a state that is as new as its own", endless, false, func(r *rule) {
			honest := r.post
			r.posts(func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error) {
				said, err := w.Judge(p, sender, nil)
				if err != nil || said.State.Progress() != x.State.Progress() || x.AtSea || keyOf(said.State) == keyOf(x.State) {
					return honest(w, x, sender, p)
				}
				older := channel.Stand{State: w.onChain(w.start, turn), Heard: x.Heard}
				return honest(w, older, sender, p)
			})
		}},
		{"a concession ranks below the move in whose place it is", wonLost, false, func(r *rule) {
			honest := r.post
			r.posts(func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error) {
				said, err := w.Judge(p, sender, nil)
				if err == nil && said.State.Reason == game.ReasonConceded && !x.AtSea &&
					said.State.Progress()-2 <= x.State.Progress() {
					return x, channel.ErrNotNewer
				}
				return honest(w, x, sender, p)
			})
		}},
		{"the chain loads a newer state after play has ended", boardShown, false, func(r *rule) {
			honest := r.post
			r.posts(func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error) {
				if x.State.Phase != game.PhaseClaim {
					return honest(w, x, sender, p)
				}
				said, err := w.Judge(p, sender, nil)
				if err != nil || said.State.Progress() <= x.State.Progress() {
					return x, channel.ErrNotNewer
				}
				return honest(w, channel.Stand{State: w.onChain(w.start, turn), Heard: x.Heard}, sender, p)
			})
		}},
		{"what anybody posts counts as a player's word", rewardLost, false, func(r *rule) {
			honest := r.post
			r.posts(func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error) {
				next, err := honest(w, x, sender, p)
				if err == nil && sender == nil {
					next.Heard = [2]bool{true, true}
				}
				return next, err
			})
		}},
		{"anybody takes a game ashore", strangerAshore, false, func(r *rule) {
			honest := r.post
			r.posts(func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error) {
				if x.AtSea && sender == nil {
					x = channel.Stand{State: w.onChain(w.start, turn)}
				}
				return honest(w, x, sender, p)
			})
		}},
		{"signatures are not checked", wonLost, false, func(r *rule) {
			honest := r.post
			r.posts(func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error) {
				if s, err := w.Decode(p.State); err == nil && p.Move == nil && len(p.State) > 0 {
					p = w.Both(s)
				}
				return honest(w, x, sender, p)
			})
		}},
		{"a game that comes ashore goes on under its old clock", timedOut, false, func(r *rule) {
			honest := r.post
			r.posts(func(w *world, x channel.Stand, sender *game.Seat, p channel.Proof) (channel.Stand, error) {
				next, err := honest(w, x, sender, p)
				if err == nil && !x.AtSea && next.State.Deadline > 0 {
					next.State.Deadline = x.State.Deadline
				}
				return next, err
			})
		}},
		{"the lease ends with a turn that is over", timedOut, false, func(r *rule) {
			honest := r.passed
			r.passed = func(w *world, x channel.Stand) (channel.Stand, error) {
				next, err := honest(w, x)
				next.State.Deadline = now
				return next, err
			}
		}},
		{"the end of the lease counts as a player's word", rewardLost, false, func(r *rule) {
			honest := r.passed
			r.passed = func(w *world, x channel.Stand) (channel.Stand, error) {
				next, err := honest(w, x)
				next.Heard = [2]bool{true, true}
				return next, err
			}
		}},
		{"a player gives up at sea and opens nothing", boardShown, false, func(r *rule) { r.bare = true }},
	}
}

func playerFaults() []fault {
	return []fault{
		{"the player moves on a stale state", tileShown, false, func(r *rule) {
			r.decides(func(x channel.Stand, n conduct.Newest, me game.Seat, d conduct.Duty) conduct.Duty {
				if !x.AtSea && x.State.Actor == me && (d == conduct.Post || d == conduct.PostMove) {
					return conduct.Move
				}
				return d
			})
		}},
		{"the player waits on a stale state", wonLate, false, func(r *rule) {
			r.decides(func(x channel.Stand, n conduct.Newest, me game.Seat, d conduct.Duty) conduct.Duty {
				if !x.AtSea && x.State.Actor != me && d.Submits() {
					return conduct.Wait
				}
				return d
			})
		}},
		{"the player does not post that it has lost", timedOut, false, func(r *rule) {
			r.decides(func(x channel.Stand, n conduct.Newest, me game.Seat, d conduct.Duty) conduct.Duty {
				if !x.AtSea && n.State.Owes == game.OwesClaim && n.State.Actor != me && d == conduct.Post {
					return conduct.Wait
				}
				return d
			})
		}},
		{"the player shows its board for a state that was not proven", boardShown, false, func(r *rule) {
			r.decides(func(x channel.Stand, n conduct.Newest, me game.Seat, d conduct.Duty) conduct.Duty {
				if !x.AtSea && d == conduct.PostMove {
					return conduct.Claim
				}
				return d
			})
		}},
		{"the player claims nothing", unproven, false, func(r *rule) {
			r.decides(func(_ channel.Stand, _ conduct.Newest, _ game.Seat, d conduct.Duty) conduct.Duty {
				if d == conduct.Claim {
					return conduct.Wait
				}
				return d
			})
		}},
		{"the player shows its board for a letter though its log is lost", boardShown, true, func(r *rule) {
			honest := r.decide
			r.decide = func(x channel.Stand, n conduct.Newest, me game.Seat, outOfPatience, mute bool) conduct.Duty {
				d := honest(x, n, me, outOfPatience, mute)
				if n.Unsure && d == conduct.Post && !n.State.Phase.InPlay() && n.State.Actor == me && n.State.Claims() {
					return conduct.ClaimWith
				}
				return d
			}
		}},
		{"the player plays on at sea after it has submitted", tileShown, false, func(r *rule) {
			r.signsOn, r.lateLetters = true, true
		}},
		{"the player takes letters that are made on old states", boardShown, false, func(r *rule) {
			r.oldBases = true
		}},
		{"the player takes letters after it has submitted", manyPosts, false, func(r *rule) { r.lateLetters = true }},
		{"the player signs twice", signedTwice, false, func(r *rule) { r.twice = true }},
		{"the player sends an opening that can be refused", tileShown, false, func(r *rule) { r.apart = true }},
		{"the player answers another shot than the chain's", timedOut, false, func(r *rule) { r.shotOf = true }},
		{"the player posts a state of an old backup", timedOut, false, func(r *rule) { r.backup = true }},
	}
}

// decides changes what the player does.
func (r *rule) decides(change func(x channel.Stand, n conduct.Newest, me game.Seat, d conduct.Duty) conduct.Duty) {
	honest := r.decide
	r.decide = func(x channel.Stand, n conduct.Newest, me game.Seat, outOfPatience, mute bool) conduct.Duty {
		return change(x, n, me, honest(x, n, me, outOfPatience, mute))
	}
}
