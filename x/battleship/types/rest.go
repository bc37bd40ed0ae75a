package types

import "github.com/golang/protobuf/proto" //nolint:staticcheck // the gateway asks no other

// The REST gateway knows enums by their names only if they are registered where it looks. It takes numbers of an enum
// that it does not know, whatever they are.
func init() { //nolint:gochecknoinits // as generated code registers itself
	proto.RegisterEnum("battleship.v1.Phase", Phase_name, Phase_value) //nolint:staticcheck // as above
}
