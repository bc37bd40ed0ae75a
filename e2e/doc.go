// Package e2e tests the program as users run it: in processes of its own, on terminals, against real nodes.
package e2e
