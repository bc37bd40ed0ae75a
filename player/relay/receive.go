package relay

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// goodbye is how long a client has to answer that it has seen the connection end.
const goodbye = time.Second

// receive makes a request a WebSocket, lets the client prove its key, and carries its updates until one of both ends.
func (s *Server) receive(w http.ResponseWriter, r *http.Request, host string, a *account) {
	// Pages of every origin may come: they bring no password, only a key that they prove.
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return
	}
	defer func() { _ = conn.CloseNow() }() // it is closed already if all went well
	conn.SetReadLimit(KeySize + MaxUpdate)
	ctx := r.Context()

	key, err := s.meet(ctx, conn, host)
	if err != nil {
		s.office.refuse()
		_ = conn.Close(codeStranger, "the key was not proven") // the client may be gone
		return
	}
	client := newSocket(key, a)
	s.office.enter(client)
	defer s.office.leave(client)

	// Reading outlives ctx, so that the client learns why the connection ends.
	reading, cancel := context.WithCancel(context.WithoutCancel(ctx))
	read := make(chan error, 1)
	var done sync.WaitGroup
	done.Go(func() { read <- s.read(reading, conn, client) })
	code, reason := s.write(ctx, conn, client, read)
	timer := time.AfterFunc(goodbye, cancel)
	_ = conn.Close(code, reason) // the client may be gone
	timer.Stop()
	cancel()
	done.Wait()
}

// meet lets a client prove its key.
func (s *Server) meet(ctx context.Context, conn *websocket.Conn, host string) (Key, error) {
	ctx, cancel := context.WithTimeout(ctx, s.options.Limits.Prove)
	defer cancel()
	challenge := make([]byte, challengeSize)
	_, _ = rand.Read(challenge) // it never fails
	if err := conn.Write(ctx, websocket.MessageBinary, challenge); err != nil {
		return Key{}, err
	}
	kind, answer, err := conn.Read(ctx)
	if err != nil {
		return Key{}, err
	}
	if kind != websocket.MessageBinary || len(answer) != KeySize+SignatureSize {
		return Key{}, fmt.Errorf("expected %d bytes, got %d", KeySize+SignatureSize, len(answer))
	}
	key, err := keyOf(answer[:KeySize])
	if err != nil {
		return Key{}, err
	}
	if err := verify(key, message(host, challenge), answer[KeySize:]); err != nil {
		return Key{}, err
	}
	return key, conn.Write(ctx, websocket.MessageBinary, key[:])
}

// errMalformed means that a client does not keep to the protocol.
var errMalformed = errors.New("expected a binary message of a key and an update")

// read takes a client's updates until that fails.
func (s *Server) read(ctx context.Context, conn *websocket.Conn, client *socket) error {
	for {
		kind, frame, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		if kind != websocket.MessageBinary || len(frame) < KeySize {
			return errMalformed
		}
		if err := sleep(ctx, s.office.delay(client)); err != nil {
			return err
		}
		s.office.post(client, Key(frame[:KeySize]), frame[KeySize:])
	}
}

// write sends a client its updates, and returns why that ends.
func (s *Server) write(
	ctx context.Context, conn *websocket.Conn, client *socket, read <-chan error,
) (websocket.StatusCode, string) {
	ping := time.NewTicker(s.options.Limits.Ping)
	defer ping.Stop()
	for {
		select {
		case <-ctx.Done():
			return websocket.StatusGoingAway, "the relay ends"
		case <-client.replaced:
			return codeReplaced, "another connection has the same key"
		case err := <-read:
			if errors.Is(err, errMalformed) {
				return codeMalformed, err.Error()
			}
			return websocket.StatusNormalClosure, "" // it has said goodbye, was cut off or has sent too much
		case <-client.wake:
			if err := s.deliver(ctx, conn, client); err != nil {
				return websocket.StatusPolicyViolation, "too slow"
			}
		case <-ping.C:
			if s.office.idle(client) {
				return codeIdle, "no updates"
			}
			if err := s.ask(ctx, conn); err != nil {
				return websocket.StatusPolicyViolation, "no answer"
			}
		}
	}
}

// deliver sends a client its updates.
func (s *Server) deliver(ctx context.Context, conn *websocket.Conn, client *socket) error {
	updates := s.office.take(client)
	for i, l := range updates {
		ctx, cancel := context.WithTimeout(ctx, s.options.Limits.Write)
		err := conn.Write(ctx, websocket.MessageBinary, append(l.From[:], l.Content...))
		cancel()
		if err != nil {
			s.office.untake(client, updates[i:])
			return err
		}
	}
	return nil
}

// ask makes sure that a client is there.
func (s *Server) ask(ctx context.Context, conn *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Limits.Write)
	defer cancel()
	return conn.Ping(ctx)
}

// sleep waits, or returns why it could not.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
