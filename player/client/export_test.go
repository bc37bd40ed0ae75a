package client

// Translate is translate, which tells a node's errors apart.
var Translate = translate

// OnThisMachine is onThisMachine.
var OnThisMachine = onThisMachine

// PlainText is plainText.
var PlainText = plainText
