package web

import "time"

// SetViewLimit sets the time for which a block waits for the view of a game.
func (h *Handler) SetViewLimit(limit time.Duration) { h.live.viewLimit = limit }
