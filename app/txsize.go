package app

import (
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// The fields of a transaction that name its messages: those of cosmos.tx.v1beta1.TxRaw, of cosmos.tx.v1beta1.TxBody and
// of google.protobuf.Any.
const (
	fieldBody     protowire.Number = 1
	fieldMessages protowire.Number = 1
	fieldTypeURL  protowire.Number = 1
)

// ibcMessages begins the names of IBC's own messages.
const ibcMessages = "/ibc."

// maxBytes returns how many bytes a transaction may have: more if it has messages of IBC and no others, and they are
// what makes it large. It does not decode them, because the bound is what keeps decoding cheap.
func maxBytes(tx []byte) int {
	if len(tx) <= MaxTxBytes || len(tx) > MaxRelayBytes {
		return MaxTxBytes // either way, there is nothing to look for
	}
	if messages, ok := sizeOfIBC(tx); !ok || len(tx)-messages > MaxTxBytes {
		return MaxTxBytes
	}
	return MaxRelayBytes
}

// sizeOfIBC returns how many bytes of a transaction are messages, and whether each of them is one of IBC's.
func sizeOfIBC(tx []byte) (size int, ok bool) {
	ok = eachField(tx, fieldBody, func(body []byte) bool {
		return eachField(body, fieldMessages, func(message []byte) bool {
			size += len(message)
			named := false
			return eachField(message, fieldTypeURL, func(name []byte) bool {
				named = true
				return strings.HasPrefix(string(name), ibcMessages)
			}) && named
		})
	})
	return size, ok
}

// eachField calls visit with each field of a number, and reports whether all calls did and the bytes are a message.
func eachField(bz []byte, number protowire.Number, visit func([]byte) bool) bool {
	for len(bz) > 0 {
		got, kind, size := protowire.ConsumeTag(bz)
		if size < 0 {
			return false
		}
		bz = bz[size:]
		if got == number && kind == protowire.BytesType {
			value, size := protowire.ConsumeBytes(bz)
			if size < 0 || !visit(value) {
				return false
			}
			bz = bz[size:]
			continue
		}
		if size = protowire.ConsumeFieldValue(got, kind, bz); size < 0 {
			return false
		}
		bz = bz[size:]
	}
	return true
}
