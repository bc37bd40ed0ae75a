package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestClocksAreReadAsPeopleWriteThem(t *testing.T) {
	params := types.DefaultParams()
	params.BlockMillis = 2_500
	tests := map[string]struct {
		text string
		want int64
		says string // of the error
	}{
		"nothing":                        {text: "", want: params.TurnBlocksDefault},
		"live":                           {text: "live", want: params.TurnBlocksDefault},
		"correspondence":                 {text: "Correspondence", want: params.TurnBlocksCorrespondence},
		"blocks":                         {text: "90", want: 90},
		"the fewest blocks":              {text: "10", want: 10},
		"the most blocks":                {text: "604800", want: 604_800},
		"minutes":                        {text: "10m", want: 240},
		"days":                           {text: "3d", want: 103_680},
		"hours and minutes":              {text: "1h30m", want: 2_160},
		"a time as the chain writes it":  {text: "2d 4h", want: 74_880},
		"a time that ends within blocks": {text: "31s", want: 13},
		"nothing at all":                 {text: "0", says: "expected 10 blocks (about 25s) to 604800 blocks (about 17d"},
		"too few blocks":                 {text: "9", says: `got "9"`},
		"less than no blocks":            {text: "-60", says: `got "-60"`},
		"too many blocks":                {text: "604801", says: `got "604801"`},
		"more blocks than a number":      {text: "99999999999999999999", says: "expected live, correspondence"},
		"too short a time":               {text: "20s", says: "expected 10 blocks (about 25s) to"},
		"too long a time":                {text: "18d", says: `got "18d"`},
		"a time beyond all":              {text: "99999999999d", says: "expected live, correspondence"},
		"times beyond all together":      {text: "40000d40000d", says: "expected live, correspondence"},
		"a unit that there is not":       {text: "5y", says: "expected live, correspondence"},
		"a unit alone":                   {text: "m", says: "expected live, correspondence"},
		"a number after the unit":        {text: "m5", says: "expected live, correspondence"},
		"a number without its unit":      {text: "1h30", says: "expected live, correspondence"},
		"a part of a unit":               {text: "1.5h", says: "expected live, correspondence"},
		"a word":                         {text: "slow", says: `got "slow"`},
		"space":                          {text: " ", says: "expected live, correspondence"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := session.ParseClock(tc.text, params)
			if tc.says != "" {
				require.ErrorContains(t, err, tc.says)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tc.want, got)
		})
	}
}
