// Package web embeds the built page on which people play. It is committed, so that a Go build needs no Node.
package web

import "embed"

// Dist is the built page, in the folder dist.
//
//go:embed dist
var Dist embed.FS
