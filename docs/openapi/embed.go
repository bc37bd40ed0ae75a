// Package openapi holds the description of the chain's REST interface, generated from proto/ by `make proto`.
package openapi

import _ "embed"

// Battleship is the OpenAPI 2.0 (Swagger) document of the battleship module's queries, as JSON. A node serves it.
//
//go:embed battleship.swagger.json
var Battleship []byte
