package app_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	grpctypes "github.com/cosmos/cosmos-sdk/types/grpc"

	"github.com/battleship-chain/battleship/app"
)

// A header that is no height was an error of the server, after which clients asked again.
func TestRegressionABadHeightIsTheClientsError(t *testing.T) {
	t.Parallel()
	handler := app.CheckHeight(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}))
	for height, want := range map[string]int{
		"": http.StatusNoContent, "0": http.StatusNoContent, "9223372036854775807": http.StatusNoContent,
		"-1": http.StatusBadRequest, "latest": http.StatusBadRequest, "9223372036854775808": http.StatusBadRequest,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.Header.Set(grpctypes.GRPCBlockHeightHeader, height)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		require.Equal(t, want, w.Code, height)
		if want == http.StatusBadRequest {
			require.JSONEq(t, `{"code":3,"details":[],"message":"x-cosmos-block-height: expected a height, got \"`+height+`\""}`,
				w.Body.String())
		}
	}
}
