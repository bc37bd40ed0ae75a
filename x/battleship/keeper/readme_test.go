package keeper_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/cosmos/gogoproto/jsonpb"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// readText returns a file of the repository, by its path from here.
func readText(t testing.TB, path string) string {
	t.Helper()
	bz, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(bz)
}

func TestTheSpecificationNamesEveryErrorWithItsCode(t *testing.T) {
	spec := readText(t, "../README.md")
	codes := make(map[string]string)
	for _, m := range regexp.MustCompile(`(Err\w+) = errors\.Register\(ModuleName, (\d+),`).
		FindAllStringSubmatch(readText(t, "../types/errors.go"), -1) {
		codes[m[1]] = m[2]
		require.Contains(t, spec, fmt.Sprintf("`%s` (%s)", m[1], m[2]))
	}
	require.NotEmpty(t, codes)
	for _, m := range regexp.MustCompile("`(Err\\w+)`( \\((\\d+)\\))?").FindAllStringSubmatch(spec, -1) {
		require.Contains(t, codes, m[1])
		if m[3] != "" {
			require.Equal(t, codes[m[1]], m[3], m[1])
		}
	}
}

func TestTheSpecificationNamesEveryEventWithItsFields(t *testing.T) {
	spec := readText(t, "../README.md")
	proto := readText(t, "../../../proto/battleship/v1/event.proto")
	events := regexp.MustCompile(`(?s)message (Event\w+) \{(.*?)\n\}`).FindAllStringSubmatch(proto, -1)
	require.NotEmpty(t, events)
	for _, event := range events {
		var fields []string
		for _, m := range regexp.MustCompile(`(?m)^  (?:repeated )?[\w.]+ (\w+) = \d+`).FindAllStringSubmatch(event[2], -1) {
			fields = append(fields, "`"+m[1]+"`")
		}
		row := regexp.MustCompile("(?m)^\\| `battleship\\.v1\\." + event[1] + "` \\| .* \\| (.*) \\|$").
			FindStringSubmatch(spec)
		require.NotNil(t, row, event[1])
		require.Equal(t, strings.Join(fields, ", "), row[1], event[1])
	}
}

func TestTheSpecificationNamesEveryParamWithItsDefaults(t *testing.T) {
	spec := readText(t, "../README.md")
	public, local := paramTexts(t, types.DefaultParams()), paramTexts(t, types.LocalParams())
	require.Len(t, public, reflect.TypeOf(types.Params{}).NumField())
	for name, want := range public {
		row := regexp.MustCompile("(?m)^\\| `" + name + "` \\|([^|]*)\\|([^|]*)\\|").FindStringSubmatch(spec)
		require.NotNil(t, row, name)
		plain := strings.NewReplacer(",", "", "`", "")
		require.Regexp(t, "^ "+regexp.QuoteMeta(want)+" ", plain.Replace(row[1]), name)
		if local[name] == want {
			require.Empty(t, strings.TrimSpace(row[2]), name)
		} else {
			require.Regexp(t, "^ "+regexp.QuoteMeta(local[name])+" ", plain.Replace(row[2]), name)
		}
	}
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

// paramText returns a param as the specification has it, without its punctuation: a coin as amount and denom, a
// list as its items or as none.
func paramText(value any) string {
	switch v := value.(type) {
	case []any:
		if len(v) == 0 {
			return "none"
		}
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = fmt.Sprint(item)
		}
		return strings.Join(items, " ")
	case map[string]any:
		return fmt.Sprintf("%v %v", v["amount"], v["denom"])
	default:
		return fmt.Sprint(v)
	}
}
