package text

// Lines of the demonstrations on chains of their own, A and B.
const (
	IBCHeld          = "\nAll checks passed."
	IBCChain         = "%s is the chain %s, at %s."
	IBCAccounts      = "alice and bob have accounts on A alone, nemo has one on B alone."
	IBCConnected     = "The relayer has connected them: %s of A with %s of B."
	IBCSummary       = "Vouchers of B's uanchor may be staked on games."
	IBCVotes         = "A's validator votes for stakes in vouchers of B's coin (proposal %d)."
	IBCListed        = "b. Proposal %d has passed: %s is on the list of stakes of A."
	IBCWon           = "a. %s has won game %d on A and earned %s."
	IBCSent          = "a. All of it is sent to B, where it is called %s."
	IBCReturned      = "a. All of it is sent back to %s."
	IBCAway          = "d. The relayer is away while %s sends %s to B with a timeout of %s, until B's clock is past it."
	IBCRefunded      = "d. The relayer is back and proves that it timed out: %s is refunded."
	IBCVouchers      = "b. alice and bob have got %s%s from B each."
	IBCPot           = "b. %s has pot game %d on A for a stake in vouchers, and has the pot of %s."
	IBCPotHome       = "b. The pot has come home to B: %s%s."
	IBCRemoteAccount = "c. nemo has an account on A by packets from B: %s."
	IBCDelegate      = "c. nemo has entered game %d by packet, its delegate has made %d moves on A, and nemo has won."
	IBCPackets       = "c. nemo has won game %d with each of %d moves in a packet."
	IBCReward        = "c. The reward of %s was paid to nemo's account on A, and has come home to B."
	IBCProof         = "f. A node of A has written a trusted header, and a proof of the result of game %s."
	IBCOver          = "f. Relayer and chains have ended: no node is left to ask."
	IBCForged        = "f. The same proof with another result in it is refused."
	SameOffChain     = "\nThe same off-chain game: %s wins by %s"
)
