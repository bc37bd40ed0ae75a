package app

import (
	"slices"

	"github.com/hashicorp/go-metrics"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/telemetry"
	sdk "github.com/cosmos/cosmos-sdk/types"

	battleshipkeeper "github.com/battleship-chain/battleship/x/battleship/keeper"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// gauges shows the figures of games in the node's telemetry.
type gauges struct {
	census *battleshipkeeper.Census
	denoms []string // of the escrow, after the last block
}

// PrepareCheckState runs after a block was committed. It changes no state.
func (app *App) PrepareCheckState(ctx sdk.Context) {
	if err := app.gauges.set(ctx); err != nil {
		app.Logger().Error("cannot set the gauges of games", "err", err)
	}
	app.recheck(ctx)
}

// set sets the gauges after a block, if the node has telemetry.
func (g *gauges) set(ctx sdk.Context) error {
	if !telemetry.IsTelemetryEnabled() { //nolint:staticcheck // deprecated for OpenTelemetry, which has no switch
		return nil
	}
	figures, err := g.census.Read(ctx)
	if err != nil {
		return err
	}
	setGauge(float32(figures.Open), "games_open")
	setGauge(float32(figures.Running), "games_running")
	setGauge(float32(figures.Overdue), "games_overdue")
	setGauge(float32(figures.Quarantined), "games_quarantined")
	setGauge(approximate(figures.Minted), "minted", denomLabel(battleshiptypes.RewardDenom))
	before := g.denoms
	g.denoms = nil
	for _, coin := range figures.Escrow {
		setGauge(approximate(coin.Amount), "escrow", denomLabel(coin.Denom))
		g.denoms = append(g.denoms, coin.Denom)
	}
	for _, denom := range before {
		if !slices.Contains(g.denoms, denom) {
			setGauge(0, "escrow", denomLabel(denom))
		}
	}
	return nil
}

// approximate returns an amount to the seven digits that a gauge has.
func approximate(amount math.Int) float32 {
	value, _ := amount.BigIntMut().Float64()
	return float32(value)
}

// denomLabel returns the label that names a coin.
func denomLabel(denom string) metrics.Label { return metrics.Label{Name: "denom", Value: denom} }

// setGauge sets a gauge of the module.
func setGauge(value float32, name string, labels ...metrics.Label) {
	//nolint:staticcheck // deprecated for OpenTelemetry, whose gauges the SDK's /metrics does not show
	telemetry.SetGaugeWithLabels([]string{battleshiptypes.ModuleName, name}, value, labels)
}
