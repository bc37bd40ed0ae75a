package relay

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

// A proxy appends the address that a request comes from. All before it is as the client has sent it.
func TestTheAddressOfARequest(t *testing.T) {
	for name, tc := range map[string]struct {
		remote    string
		forwarded []string
		direct    bool // not behind a proxy
		want      string
	}{
		"one hop":                     {forwarded: []string{"203.0.113.7"}, want: "203.0.113.7/32"},
		"several hops":                {forwarded: []string{"198.51.100.1, 10.0.0.2, 203.0.113.7"}, want: "203.0.113.7/32"},
		"several hops without spaces": {forwarded: []string{"198.51.100.1,203.0.113.7"}, want: "203.0.113.7/32"},
		"a forged first hop":          {forwarded: []string{"10.9.9.9, 203.0.113.7"}, want: "203.0.113.7/32"},
		"a forged header of its own":  {forwarded: []string{"10.9.9.9", "203.0.113.7"}, want: "203.0.113.7/32"},
		"forged junk":                 {forwarded: []string{"<none>, , 203.0.113.7"}, want: "203.0.113.7/32"},
		"a network of IPv6":           {forwarded: []string{"10.9.9.9, 2001:db8:1:2:3:4:5:6"}, want: "2001:db8:1:2::/64"},
		"IPv4 in IPv6":                {forwarded: []string{"::ffff:203.0.113.7"}, want: "203.0.113.7/32"},
		"a zone":                      {forwarded: []string{"fe80::1%eth0"}, want: "fe80::/64"},
		"no header":                   {want: "127.0.0.1/32"},
		"an empty header":             {forwarded: []string{""}, want: "127.0.0.1/32"},
		"an empty last hop":           {forwarded: []string{"10.9.9.9,"}, want: "127.0.0.1/32"},
		"no address":                  {forwarded: []string{"10.9.9.9, unknown"}, want: "invalid Prefix"},
		"no proxy":                    {forwarded: []string{"10.9.9.9"}, direct: true, want: "127.0.0.1/32"},
		"no proxy, IPv6": {
			remote: "[2001:db8::1]:80", forwarded: []string{"10.9.9.9"}, direct: true, want: "2001:db8::/64",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.RemoteAddr = "127.0.0.1:40000"
			if tc.remote != "" {
				r.RemoteAddr = tc.remote
			}
			for _, line := range tc.forwarded {
				r.Header.Add("X-Forwarded-For", line)
			}
			got := addressOf(r, !tc.direct)
			require.Equal(t, tc.want, got.String())
			require.Equal(t, tc.want == "invalid Prefix", got == netip.Prefix{}, "one account for all unknown addresses")
		})
	}
}
