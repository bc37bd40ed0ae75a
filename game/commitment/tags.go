package commitment

// Domain tags: one for each purpose that hashes. Payloads of two purposes can be equal; with the tag in front their
// hashes are not. A tag is never reused: another layout gets another version.
const (
	aimTag     = "battleship/aim/v1"
	aimSaltTag = "battleship/aim-salt/v1"
	fleetTag   = "battleship/fleet/v1"
	leafTag    = "battleship/leaf/v1"
	saltTag    = "battleship/salt/v1"
	tossTag    = "battleship/toss/v1"
	tossMixTag = "battleship/toss-mix/v1"
)
