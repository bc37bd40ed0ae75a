package devnet

// LocalParams is localParams, which tests of many paces would otherwise start many chains for.
var LocalParams = localParams
