package client

import (
	"net"
	"net/netip"
	"strings"

	"github.com/battleship-chain/battleship/player/invite"
)

// InviteTo returns the invite code of a game on the chain. It has the RPC address of the node, unless another machine
// does not reach that. It returns "" if the address is too long.
func (c *Client) InviteTo(game uint64) string {
	i := invite.Invite{Chain: c.chainID, Game: game}
	scheme, address, ok := strings.Cut(c.conn.address, "://")
	if host, _, err := net.SplitHostPort(address); ok && err == nil && !onThisMachine(c.conn.address) {
		if ip, err := netip.ParseAddr(host); err != nil || !ip.IsUnspecified() {
			if i.Node = address; scheme != "tcp" {
				i.Node = c.conn.address
			}
		}
	}
	code, err := invite.Encode(i)
	if err != nil {
		return ""
	}
	return code
}
