package web

import (
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"time"
)

// How long a node may take to take a connection, and to begin an answer.
const (
	dialLimit   = 3 * time.Second
	answerLimit = 20 * time.Second
)

// proxy passes requests on to a server of the node, without a prefix of their path, as long as there is room.
func proxy(to *url.URL, prefix string, room *places) http.Handler {
	passer := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Path = strings.TrimPrefix(r.Out.URL.Path, prefix)
			r.Out.URL.RawPath = strings.TrimPrefix(r.Out.URL.RawPath, prefix)
			r.SetURL(to)
			// The node does not learn the clients' addresses, and receives none of a browser's credentials.
			// A header must not change the method, which decides whether a request is passed on.
			for _, name := range []string{
				"Cookie", "Authorization", "Origin", "Referer", "Connection", "Upgrade", "X-Http-Method-Override",
			} {
				r.Out.Header.Del(name)
			}
		},
		ModifyResponse: func(r *http.Response) error {
			for name := range r.Header {
				if strings.HasPrefix(name, "Access-Control-") {
					r.Header.Del(name)
				}
			}
			for name := range protection {
				r.Header.Del(name)
			}
			r.Header.Del("Set-Cookie")
			r.Header.Set("Cache-Control", "no-store")
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			refuse(w, http.StatusBadGateway, "the node does not answer")
		},
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: dialLimit}).DialContext,
			ResponseHeaderTimeout: answerLimit,
			MaxIdleConnsPerHost:   16,
			IdleConnTimeout:       time.Minute,
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Dots that are written as %2e are not seen when a path is matched, and lead out of it behind this.
		parts := strings.Split(r.URL.Path, "/")
		if slices.Contains(parts, ".") || slices.Contains(parts, "..") {
			refuse(w, http.StatusNotFound, "expected a path without dots")
			return
		}
		client := clientOf(r)
		if !room.take(client) {
			w.Header().Set("Retry-After", "1")
			refuse(w, http.StatusServiceUnavailable, "too many requests already wait for the node, in all or of this address: "+
				"ask again in a second")
			return
		}
		defer room.leave(client)
		passer.ServeHTTP(w, r)
	})
}
