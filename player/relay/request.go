package relay

import "slices"

// request handles a message of a client to the relay itself. One that is malformed or too many is dropped.
func (o *office) request(s *socket, content []byte) {
	if len(content) == 0 || !s.requests.tryTake(o.limits.keyRequests(), o.now()) {
		return
	}
	switch kind, rest := content[0], content[1:]; {
	case kind == requestBeat && len(rest) == heartbeatSize:
		h := heartbeat(rest)
		s.heartbeat = &h
	case kind == requestAsk && len(rest)%KeySize == 0 && len(rest) <= MaxAsked*KeySize:
		o.reply(s, append([]byte{requestAsk}, o.present(rest)...))
	case kind == requestNote && len(rest) > KeySize && len(rest) <= KeySize+MaxNote:
		reader := o.clients[Key(rest[:KeySize])]
		if reader != nil && slices.Contains(reader.peers, s.key) {
			o.reply(reader, slices.Concat([]byte{requestNote}, s.key[:], rest[KeySize:]))
		}
	}
}

// present returns the keys of those that are connected and have sent a heartbeat, each with the newest.
func (o *office) present(keys []byte) (all []byte) {
	for ; len(keys) > 0; keys = keys[KeySize:] {
		if client := o.clients[Key(keys[:KeySize])]; client != nil && client.heartbeat != nil {
			all = slices.Concat(all, keys[:KeySize], client.heartbeat[:])
		}
	}
	return all
}

// reply sends a message of the relay itself.
func (o *office) reply(to *socket, content []byte) {
	o.send(to, parcel{Update{From: relayKey, Content: content}, to.account.address})
}
