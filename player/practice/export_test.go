package practice

// BotShoots lets the bot of a game shoot now.
func (b *Backend) BotShoots(id uint64) error { return b.botMove(b.find(id)) }
