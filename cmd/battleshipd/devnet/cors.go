package devnet

import (
	"net/http"

	"github.com/rs/cors"
	"github.com/spf13/viper"

	grpctypes "github.com/cosmos/cosmos-sdk/types/grpc"
)

// readable are the headers of an answer that a page may read: the height that was asked, by the name that gRPC-web and
// the SDK's REST server give it and by that of the REST gateway, and how a call ended.
var readable = []string{
	grpctypes.GRPCBlockHeightHeader,
	"Grpc-Metadata-" + grpctypes.GRPCBlockHeightHeader,
	"Grpc-Status",
	"Grpc-Message",
}

// allowPages makes CometBFT's RPC server answer pages of every origin, and leaves the REST server to crossOrigin: the
// SDK's own switch lets a page neither ask at a height nor read one, and breaks gRPC-web.
func allowPages(v *viper.Viper) {
	v.Set("rpc.cors_allowed_origins", []string{"*"})
	v.Set("rpc.cors_allowed_headers", []string{"*"})
	v.Set("api.enabled-unsafe-cors", false)
}

// crossOrigin lets pages of every origin use the REST and gRPC-web server.
func crossOrigin(next http.Handler) http.Handler {
	return cors.New(cors.Options{
		AllowedOrigins:      []string{"*"},
		AllowedMethods:      []string{http.MethodHead, http.MethodGet, http.MethodPost},
		AllowedHeaders:      []string{"*"},
		ExposedHeaders:      readable,
		AllowPrivateNetwork: true, // browsers ask before a public page may reach the loopback interface
	}).Handler(next)
}
