// Command openapi3 reads an OpenAPI 2 document and writes the same API as an OpenAPI 3 document.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
)

func main() {
	if err := convert(); err != nil {
		log.Fatalf("openapi3: %v", err)
	}
}

// convert converts standard input to standard output.
func convert() error {
	var in openapi2.T
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		return err
	}
	doc, err := openapi2conv.ToV3(&in)
	if err != nil {
		return err
	}
	if err := doc.Validate(context.Background()); err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(doc)
}
