package nodeconfig_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/spf13/viper"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
)

func TestANewNodeReadsTheIndexedEventsFromItsFile(t *testing.T) {
	home := t.TempDir()
	_, _, err := nodeconfig.WriteHome(home, nodeconfig.Comet(time.Second), nodeconfig.App(), nodeconfig.Client{})
	require.NoError(t, err)
	v := viper.New()
	v.SetConfigFile(filepath.Join(home, "config", "app.toml"))
	require.NoError(t, v.ReadInConfig())
	require.Equal(t, app.IndexedEvents(), v.GetStringSlice("index-events"))
}
