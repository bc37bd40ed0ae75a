// Package determinism is a static check for code whose result every validator must agree on: given the same blocks it
// must compute the same bytes on every machine. It rejects sources of nondeterminism:
//
//   - the order of a map: ranging over one, or over an iterator of package maps;
//   - concurrency: go statements, channels and select;
//   - floating point, whose rounding may differ between processors and compilers;
//   - clocks, random numbers, and functions of os and runtime.
//
// It skips tests and generated files. Run it as a vet tool, on the packages that take part in consensus.
package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Analyzer reports code whose result may differ between two machines that run it on the same input.
var Analyzer = &analysis.Analyzer{
	Name: "determinism",
	Doc:  "report code whose result may differ between two machines that run it on the same input",
	Run:  run,
}

// forbidden names, for each package, the functions and variables that consensus code must not use, with the reason. The
// name "*" means all of them.
var forbidden = map[string]struct {
	names  []string
	reason string
}{
	"crypto/rand":  {[]string{"*"}, "randomness is an argument, never drawn"},
	"maps":         {[]string{"All", "Keys", "Values", "Collect", "Insert"}, "the order of a map is random"},
	"math/rand":    {[]string{"*"}, "randomness is an argument, never drawn"},
	"math/rand/v2": {[]string{"*"}, "randomness is an argument, never drawn"},
	"os":           {[]string{"*"}, "the result must not depend on the machine"},
	"runtime":      {[]string{"*"}, "the result must not depend on the machine"},
	"time": {
		[]string{"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until", "Local"},
		"clocks differ between machines; count blocks",
	},
}

func run(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		name := pass.Fset.File(file.FileStart).Name()
		if strings.HasSuffix(name, "_test.go") || ast.IsGenerated(file) {
			continue
		}
		ast.Inspect(file, func(node ast.Node) bool {
			inspect(pass, node)
			return true
		})
	}
	return nil, nil
}

// inspect reports the faults of the node itself; the nodes below it are inspected separately.
func inspect(pass *analysis.Pass, node ast.Node) {
	switch n := node.(type) {
	case *ast.RangeStmt:
		if isMap(pass.TypesInfo.TypeOf(n.X)) {
			pass.Reportf(n.Pos(), "range over a map: its order is random; sort the keys, or keep a slice")
		}
	case *ast.GoStmt:
		pass.Reportf(n.Pos(), "go statement: the order of goroutines is random")
	case *ast.SelectStmt:
		pass.Reportf(n.Pos(), "select statement: its choice is random")
	case *ast.ChanType:
		pass.Reportf(n.Pos(), "channel: consensus code runs in one goroutine")
	case *ast.BasicLit:
		if (n.Kind == token.FLOAT || n.Kind == token.IMAG) && isFloat(pass.TypesInfo.TypeOf(n)) {
			pass.Reportf(n.Pos(), "floating point literal: compute in integers")
		}
	case *ast.CallExpr:
		if value := pass.TypesInfo.Types[n]; value.IsValue() && isFloat(value.Type) {
			pass.Reportf(n.Pos(), "floating point result: compute in integers")
		}
	case *ast.Ident:
		inspectIdent(pass, n)
	}
}

// inspectIdent reports names of floating point types and forbidden names of other packages.
func inspectIdent(pass *analysis.Pass, ident *ast.Ident) {
	object := pass.TypesInfo.Uses[ident]
	if object == nil {
		return
	}
	if name, ok := object.(*types.TypeName); ok {
		if name.Parent() == types.Universe && isFloat(name.Type()) {
			pass.Reportf(ident.Pos(), "type %s: compute in integers", name.Name())
		}
		return
	}
	if object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
		return // built in, or a method, a field or a local name
	}
	rule, ok := forbidden[object.Pkg().Path()]
	if !ok || object.Pkg() == pass.Pkg {
		return
	}
	for _, name := range rule.names {
		if name == "*" || name == object.Name() {
			pass.Reportf(ident.Pos(), "%s.%s: %s", object.Pkg().Name(), object.Name(), rule.reason)
			return
		}
	}
}

// isMap reports whether ranging over a value of the type meets the order of a map.
func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// isFloat reports whether a value of the type is computed in floating point. A constant such as 1e6 that becomes an
// integer is not.
func isFloat(t types.Type) bool {
	if t == nil {
		return false
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsFloat|types.IsComplex) != 0
}
