package keeper

// TypedAttributes is how the module writes a typed event.
var TypedAttributes = typedAttributes
