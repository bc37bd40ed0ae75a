package types_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cosmos/gogoproto/jsonpb"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

var update = flag.Bool("update", false, "rewrite the generated tables of ../README.md, and what testdata has")

const (
	readme = "../README.md"
	// maxWords keeps the specification short enough to be read as a whole. Its generated tables count.
	maxWords = 8_000
)

var region = regexp.MustCompile(`(?s)<!-- BEGIN GENERATED: (\w+) -->\n.*?<!-- END GENERATED -->`)

// The tables of the specification are generated from the comments of proto/ and of this package, by
// go test ./x/battleship/types -run TestReadmeTables -update.
func TestReadmeTables(t *testing.T) {
	s := parseSource(t)
	tables := map[string]func(*testing.T) string{
		"messages": s.messageTable,
		"signers":  s.signerTable,
		"events":   s.eventTable,
		"params":   s.paramTable,
		"state":    s.stateTable,
		"errors":   s.errorTable,
	}
	was, err := os.ReadFile(readme)
	require.NoError(t, err)
	var stale []string
	is := region.ReplaceAllStringFunc(string(was), func(old string) string {
		name := region.FindStringSubmatch(old)[1]
		table, ok := tables[name]
		require.True(t, ok, "no table is called %s, or %s has it twice", name, readme)
		delete(tables, name)
		text := fmt.Sprintf("<!-- BEGIN GENERATED: %s -->\n%s<!-- END GENERATED -->", name, table(t))
		if text != old {
			stale = append(stale, name)
		}
		return text
	})
	require.Empty(t, tables, "%s lacks these tables", readme)
	if *update {
		require.NoError(t, os.WriteFile(readme, []byte(is), 0o644))
		return
	}
	require.Empty(t, stale, "tables of %s that differ from proto/ and x/battleship/types: run make spec", readme)
}

func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	require.LessOrEqual(t, len(strings.Fields(string(text))), maxWords)
}

// The comments of proto/ name errors too, and the messages table is built from them.
func TestNamedErrorsAreRegistered(t *testing.T) {
	s := parseSource(t)
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	documents := map[string]string{readme: string(text)}
	for name, d := range s.structs {
		documents[name] = d.allText()
	}
	for name, text := range documents {
		for _, named := range errorName.FindAllString(text, -1) {
			require.Contains(t, s.errorCodes, named, name)
		}
	}
}

var errorName = regexp.MustCompile(`\bErr[A-Z]\w+`)

// source holds the parsed comments of this package, those of proto/ in its generated code included.
type source struct {
	structs    map[string]structDoc
	services   map[string][]itemDoc
	constants  map[string]string
	errors     []itemDoc
	errorCodes map[string]int
	prefixes   []itemDoc
}

// structDoc is a message of proto/.
type structDoc struct {
	text   string
	fields []fieldDoc
}

// allText returns the comments of a message and of its fields.
func (d structDoc) allText() string {
	text := d.text
	for _, f := range d.fields {
		text += " " + f.text
	}
	return text
}

// fieldDoc is a field of a message. Its type is empty unless it is a message of this package.
type fieldDoc struct{ name, text, message string }

// itemDoc is a method of a service, an error or a prefix. Errors and prefixes have a number.
type itemDoc struct {
	name, text string
	number     int
}

func parseSource(t *testing.T) source {
	t.Helper()
	s := source{
		structs:    make(map[string]structDoc),
		services:   make(map[string][]itemDoc),
		constants:  make(map[string]string),
		errorCodes: make(map[string]int),
	}
	paths, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			if gen, ok := decl.(*ast.GenDecl); ok {
				s.addDecl(t, gen)
			}
		}
	}
	require.NotEmpty(t, s.errors)
	require.NotEmpty(t, s.prefixes)
	require.NotEmpty(t, s.services["MsgServer"])
	return s
}

func (s *source) addDecl(t *testing.T, decl *ast.GenDecl) {
	t.Helper()
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			s.addType(spec, flat(decl.Doc))
		case *ast.ValueSpec:
			s.addValue(t, spec)
		}
	}
}

func (s *source) addType(spec *ast.TypeSpec, text string) {
	switch kind := spec.Type.(type) {
	case *ast.StructType:
		doc := structDoc{text: text}
		for _, field := range kind.Fields.List {
			if name := protoName(field); name != "" {
				doc.fields = append(doc.fields, fieldDoc{name, flat(field.Doc), messageOf(field.Type)})
			}
		}
		s.structs[spec.Name.Name] = doc
	case *ast.InterfaceType:
		for _, method := range kind.Methods.List {
			if len(method.Names) == 1 {
				item := itemDoc{name: method.Names[0].Name, text: flat(method.Doc)}
				s.services[spec.Name.Name] = append(s.services[spec.Name.Name], item)
			}
		}
	}
}

func (s *source) addValue(t *testing.T, spec *ast.ValueSpec) {
	t.Helper()
	name, text := spec.Names[0].Name, flat(spec.Doc)
	s.constants[name] = text
	if len(spec.Values) != 1 {
		return
	}
	call, ok := spec.Values[0].(*ast.CallExpr)
	if !ok {
		return
	}
	switch selector, _ := call.Fun.(*ast.SelectorExpr); {
	case selector == nil:
	case selector.Sel.Name == "Register":
		code := literal(t, call.Args[1])
		s.errors = append(s.errors, itemDoc{name, text, code})
		s.errorCodes[name] = code
	case selector.Sel.Name == "NewPrefix":
		s.prefixes = append(s.prefixes, itemDoc{name, text, literal(t, call.Args[0])})
	}
}

// flat returns a comment on one line.
func flat(comment *ast.CommentGroup) string { return strings.Join(strings.Fields(comment.Text()), " ") }

var nameTag = regexp.MustCompile(`\bname=(\w+)`)

// protoName returns the name that a field has in proto/, or "" for one that is not from there.
func protoName(field *ast.Field) string {
	if field.Tag == nil {
		return ""
	}
	if m := nameTag.FindStringSubmatch(field.Tag.Value); m != nil {
		return m[1]
	}
	return ""
}

// messageOf returns the name of a type of this package, without pointer and list.
func messageOf(expr ast.Expr) string {
	switch kind := expr.(type) {
	case *ast.Ident:
		return kind.Name
	case *ast.StarExpr:
		return messageOf(kind.X)
	case *ast.ArrayType:
		return messageOf(kind.Elt)
	}
	return ""
}

func literal(t *testing.T, expr ast.Expr) int {
	t.Helper()
	lit, ok := expr.(*ast.BasicLit)
	require.True(t, ok)
	n, err := strconv.Atoi(lit.Value)
	require.NoError(t, err)
	return n
}

// after returns the text behind a prefix that ends in one of these verbs, such as "OpenGamesPrefix holds ".
func after(t *testing.T, d itemDoc, verbs string) string {
	t.Helper()
	m := regexp.MustCompile(`^` + d.name + ` (` + verbs + `) (.*)\.$`).FindStringSubmatch(d.text)
	require.NotNil(t, m, "%s: expected %q, a text and a full stop, got %q", d.name, d.name+" "+verbs, d.text)
	return m[2]
}

// table returns a Markdown table. Its first row is the head.
func table(rows ...[]string) string {
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			b.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
		}
	}
	return b.String()
}

func code(text string) string { return "`" + text + "`" }

func (s source) messageTable(t *testing.T) string {
	rows := [][]string{{"message", "purpose", "errors"}}
	for _, rpc := range s.services["MsgServer"] {
		named := make(map[string]bool)
		s.namedErrors("Msg"+rpc.name, named)
		var names []string
		for _, e := range s.errors {
			if named[e.name] {
				names = append(names, code(e.name))
			}
		}
		purpose := strings.TrimSuffix(strings.TrimPrefix(rpc.text, rpc.name+" "), ".")
		rows = append(rows, []string{code("Msg" + rpc.name), purpose, strings.Join(names, ", ")})
	}
	return table(rows...)
}

// namedErrors adds the errors that the comments of a message and of the messages in its fields name.
func (s source) namedErrors(message string, named map[string]bool) {
	d := s.structs[message]
	for _, name := range errorName.FindAllString(d.allText(), -1) {
		named[name] = true
	}
	for _, f := range d.fields {
		if f.message != message {
			s.namedErrors(f.message, named)
		}
	}
}

func (s source) signerTable(t *testing.T) string {
	rows := [][]string{{"signer", "messages"}}
	roles := map[types.Role]string{
		types.RolePlayerOrDelegate: "RolePlayerOrDelegate",
		types.RolePlayer:           "RolePlayer",
		types.RoleAnyoneForPlayer:  "RoleAnyoneForPlayer",
		types.RoleAnyoneOnChain:    "RoleAnyoneOnChain",
		types.RoleInvited:          "RoleInvited",
		types.RoleAnyone:           "RoleAnyone",
		types.RoleAuthority:        "RoleAuthority",
	}
	messages := make(map[types.Role][]string)
	for _, rpc := range s.services["MsgServer"] {
		name := "battleship.v1.Msg" + rpc.name
		msg, ok := reflect.New(proto.MessageType(name).Elem()).Interface().(sdk.Msg)
		require.True(t, ok, name)
		role, err := types.RoleOf(msg)
		require.NoError(t, err)
		require.Contains(t, roles, role)
		messages[role] = append(messages[role], code("Msg"+rpc.name))
	}
	for role := types.Role(0); len(messages) > 0; role++ {
		if names := messages[role]; names != nil {
			text := after(t, itemDoc{name: roles[role], text: s.constants[roles[role]]}, "is")
			rows = append(rows, []string{text, strings.Join(names, ", ")})
			delete(messages, role)
		}
	}
	return table(rows...)
}

func (s source) eventTable(t *testing.T) string {
	rows := [][]string{{"event", "emitted when"}}
	var names []string
	for name := range s.structs {
		if strings.HasPrefix(name, "Event") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		when := after(t, itemDoc{name: name, text: s.structs[name].text}, "is emitted when")
		rows = append(rows, []string{code(name), when})
	}
	return table(rows...)
}

func (s source) paramTable(t *testing.T) string {
	rows := [][]string{{"param", "public", "local", "meaning"}}
	public, local := paramTexts(t, types.DefaultParams()), paramTexts(t, types.LocalParams())
	for _, f := range s.structs["Params"].fields {
		different := local[f.name]
		if different == public[f.name] {
			different = ""
		}
		meaning := after(t, itemDoc{name: f.name, text: f.text}, "is|are|reports|lifts")
		rows = append(rows, []string{code(f.name), public[f.name], different, meaning})
	}
	return table(rows...)
}

// paramTexts returns all params by name.
func paramTexts(t *testing.T, p types.Params) map[string]string {
	t.Helper()
	bz, err := (&jsonpb.Marshaler{OrigName: true, EmitDefaults: true}).MarshalToString(&p)
	require.NoError(t, err)
	var params map[string]any
	decoder := json.NewDecoder(strings.NewReader(bz))
	decoder.UseNumber()
	require.NoError(t, decoder.Decode(&params))
	texts := make(map[string]string, len(params))
	for name, value := range params {
		texts[name] = paramText(value)
	}
	return texts
}

func paramText(value any) string {
	switch v := value.(type) {
	case []any:
		if len(v) == 0 {
			return "none"
		}
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = code(fmt.Sprint(item))
		}
		return strings.Join(items, ", ")
	case map[string]any:
		return fmt.Sprintf("%s %s", grouped(fmt.Sprint(v["amount"])), code(fmt.Sprint(v["denom"])))
	default:
		return grouped(fmt.Sprint(v))
	}
}

// grouped puts commas into a number, and leaves other text as it is.
func grouped(text string) string {
	if strings.Trim(text, "0123456789") != "" {
		return text
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func (s source) stateTable(t *testing.T) string {
	rows := [][]string{{"prefix", "contents"}}
	for _, p := range s.prefixes {
		rows = append(rows, []string{fmt.Sprintf("`0x%02X`", p.number), after(t, p, "holds|maps")})
	}
	return table(rows...)
}

func (s source) errorTable(t *testing.T) string {
	rows := [][]string{{"code", "error", "meaning"}}
	for _, e := range s.errors {
		rows = append(rows, []string{strconv.Itoa(e.number), code(e.name), after(t, e, "means that")})
	}
	return table(rows...)
}
