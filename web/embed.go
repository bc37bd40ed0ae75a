// Package web is the page on which people play, as it was built. It is committed, so that nobody needs Node for it.
package web

import "embed"

// Dist is the built page, in the folder dist.
//
//go:embed dist
var Dist embed.FS
