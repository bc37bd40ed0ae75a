package relay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options are how a relay works.
type Options struct {
	// Hosts are the names by which clients call the relay, such as relay.example, beside the addresses that it has.
	Hosts []string
	// Proxied takes the address of a client from the last entry of X-Forwarded-For, which a proxy in front has written.
	Proxied bool
	// Limits are DefaultLimits if they are zero.
	Limits Limits
	// Log receives a line at intervals if something has happened. It is nil for none.
	Log *slog.Logger
}

const (
	// cleanPause is the pause between two searches for expired updates.
	cleanPause = 10 * time.Second
	// logPause is the pause between two lines of the log.
	logPause = time.Minute
	// The limits of HTTP before there is a WebSocket.
	headerLimit = 5 * time.Second
	headerBytes = 8 << 10
)

// Server is a relay.
type Server struct {
	options Options
	office  *office
}

// NewServer returns a relay, which Serve runs.
func NewServer(o Options) *Server {
	if o.Limits == (Limits{}) {
		o.Limits = DefaultLimits()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Hosts = slices.Clone(o.Hosts)
	for i, host := range o.Hosts {
		o.Hosts[i] = hostOf(host)
	}
	return &Server{options: o, office: newOffice(o.Limits, time.Now)}
}

// Serve carries updates until ctx is done, and returns when all connections have ended. It closes the listener.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	var background sync.WaitGroup
	defer background.Wait()
	defer s.office.close()
	defer cancel()
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerLimit,
		MaxHeaderBytes:    headerBytes,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // of what strangers send
	}
	server.SetKeepAlivesEnabled(false)
	background.Go(func() { s.tidy(ctx) })
	background.Go(func() {
		<-ctx.Done()
		_ = server.Close() // nothing is left to be done about it
	})
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("relay: %w", err)
	}
	return nil
}

// Stats returns the relay's counters.
func (s *Server) Stats() Stats { return s.office.read() }

// tidy drops expired updates, and writes the log.
func (s *Server) tidy(ctx context.Context) {
	ticker := time.NewTicker(cleanPause)
	defer ticker.Stop()
	last, logged := Stats{}, time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			s.office.clean()
			if stats := s.Stats(); now.Sub(logged) >= logPause && stats != last {
				s.options.Log.Info("relay", "connections", stats.Connections, "kept_bytes", stats.Kept,
					"updates", stats.Updates, "bytes", stats.Bytes, "dropped", stats.Dropped, "refused", stats.Refused)
				last, logged = stats, now
			}
		}
	}
}

// ServeHTTP accepts a client, or refuses it with a reason.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != path {
		http.Error(w, "a relay of Battleship: updates between players at "+path, http.StatusNotFound)
		return
	}
	host := hostOf(r.Host)
	if !s.isOurs(host, r) {
		s.office.refuse()
		http.Error(w, fmt.Sprintf("this relay does not go by the name %q: its operator can add it with --host", host),
			http.StatusMisdirectedRequest)
		return
	}
	account, v := s.office.arrive(addressOf(r, s.options.Proxied))
	switch v {
	case tooMany, tooOften:
		http.Error(w, "too many connections from this address", http.StatusTooManyRequests)
	case overfull, closed:
		http.Error(w, "the relay is full or about to end", http.StatusServiceUnavailable)
	case welcome:
		defer s.office.depart(account)
		s.receive(w, r, host, account)
	}
}

// isOurs reports whether the host of a request is a name of this relay. By default its names are the address at which
// the request has arrived, and localhost.
func (s *Server) isOurs(host string, r *http.Request) bool {
	if slices.Contains(s.options.Hosts, host) {
		return true
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	name, port, err := net.SplitHostPort(local.String())
	if err != nil {
		return false
	}
	if host == hostOf(net.JoinHostPort(name, port)) {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.IsLoopback() && host == hostOf(net.JoinHostPort("localhost", port))
}

// addressOf returns the address that limits count a request by.
func addressOf(r *http.Request, proxied bool) netip.Prefix {
	text := r.RemoteAddr
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	if proxied {
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if last := strings.TrimSpace(hops[len(hops)-1]); last != "" {
			text = last
		}
	}
	address, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{} // one account for all whose address is not known
	}
	address = address.Unmap().WithZone("")
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	return netip.PrefixFrom(address, bits).Masked()
}
