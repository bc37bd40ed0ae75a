// Package openapi holds the descriptions of the chain's REST interface, generated from proto/ by `make proto`.
package openapi

import _ "embed"

// Battleship is the OpenAPI 2.0 (Swagger) document of the battleship module's queries, as JSON. A node serves it.
//
//go:embed battleship.swagger.json
var Battleship []byte

// BattleshipV3 is the same API as an OpenAPI 3.0 document, converted from the other one. A node serves it, too.
//
//go:embed battleship.openapi3.json
var BattleshipV3 []byte
