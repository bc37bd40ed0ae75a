package client

import (
	"net/netip"
	"net/url"

	"github.com/battleship-chain/battleship/player/invite"
)

// InviteTo returns the invite code of a game on the chain. It has the address of the node, if that is of use to others.
// It returns "" if the address is too long.
func (c *Client) InviteTo(game uint64) string {
	code, err := invite.Encode(invite.Invite{Chain: c.chainID, Game: game, Node: shared(c.conn.address)})
	if err != nil {
		return ""
	}
	return code
}

// shared returns the RPC address of a node as an invite code has it, or "" if another machine does not reach it, or if
// it has more than a host and a port, since a path can be a secret.
func shared(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Port() == "" || *u != (url.URL{Scheme: u.Scheme, Host: u.Host}) || onThisMachine(address) {
		return ""
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && ip.IsUnspecified() {
		return ""
	}
	if u.Scheme == "tcp" {
		return u.Host
	}
	return address
}
