package devnet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	cmtdb "github.com/cometbft/cometbft-db"
	cmtcfg "github.com/cometbft/cometbft/config"
	"github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/cometbft/cometbft/proxy"
	"github.com/cometbft/cometbft/rpc/client/local"
	cmttypes "github.com/cometbft/cometbft/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/spf13/viper"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/server"
	"github.com/cosmos/cosmos-sdk/server/api"
	serverconfig "github.com/cosmos/cosmos-sdk/server/config"
	servercmtlog "github.com/cosmos/cosmos-sdk/server/log"
	"github.com/cosmos/cosmos-sdk/telemetry"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/failure"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
)

// Subscription to the first block: its name, and the size of its buffer.
const (
	subscriber  = "devnet"
	blockBuffer = 16
)

// stopPatience is how long a server may take to finish the calls it is in when it is stopped.
const stopPatience = 5 * time.Second

// fullNode is a CometBFT node with the application and its servers, all in this process.
type fullNode struct {
	logger log.Logger
	config *cmtcfg.Config
	app    *app.App
	comet  *node.Node
	dbs    databaseSet

	blocks    cmttypes.Subscription
	clientCtx client.Context
	grpc      *grpc.Server
	servers   *errgroup.Group
	running   context.Context // until stopAll
	stopAll   context.CancelFunc
	failed    <-chan error // what has ended consensus
}

// settings returns the configuration of a home's files, overridden by the options. A devnet listens on the addresses of
// the options, whatever the files contain.
func settings(l layout, ports Ports, o Options) (*viper.Viper, error) {
	v := viper.New()
	for _, path := range []string{l.cometConfig(), l.appConfig()} {
		v.SetConfigFile(path)
		if err := v.MergeInConfig(); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
	}
	v.Set(flags.FlagHome, l.home)
	v.Set(flags.FlagChainID, o.ChainID)
	v.Set("rpc.laddr", "tcp://"+hostPort(o.Listen, ports.RPC))
	v.Set("rpc.grpc_laddr", "")
	v.Set("p2p.laddr", "tcp://"+address(ports.P2P))
	v.Set("api.enable", true)
	v.Set("api.address", "tcp://"+hostPort(o.Listen, ports.REST))
	v.Set("grpc.enable", true)
	v.Set("grpc.address", hostPort(o.Listen, ports.GRPC))
	if o.BlockTime != 0 {
		v.Set("consensus.timeout_commit", ports.pause(o.BlockTime))
	}
	peers, err := ports.peersOf(l, 0)
	if err != nil {
		return nil, err
	}
	v.Set("p2p.persistent_peers", peers)
	if o.CORS {
		allowPages(v)
	}
	return v, nil
}

// startNode starts the node of a home. It returns before the first block.
func startNode(
	ctx context.Context, l layout, ports Ports, o Options, keys keyring.Keyring, logger log.Logger,
) (n *fullNode, err error) {
	v, err := settings(l, ports, o)
	if err != nil {
		return nil, err
	}
	config := cmtcfg.DefaultConfig()
	if err := v.Unmarshal(config); err != nil {
		return nil, fmt.Errorf("read the node's configuration: %w", err)
	}
	config.SetRoot(l.home)
	appConfig, err := serverconfig.GetConfig(v)
	if err != nil {
		return nil, fmt.Errorf("read the application's configuration: %w", err)
	}

	n = &fullNode{logger: logger, config: config}
	defer func() {
		if r := recover(); r != nil { // servers panic on what they cannot start with
			err = errors.Join(err, fmt.Errorf("start the node: %v", r))
		}
		if err != nil {
			err = errors.Join(err, n.stop())
			n = nil
		}
	}()
	if err := n.load(ctx, v); err != nil {
		if ctx.Err() == nil {
			err = fmt.Errorf("%w; if the databases are damaged, %s", err, l.startOver())
		}
		return n, err
	}
	n.connect(o.ChainID)
	n.blocks, err = n.comet.EventBus().Subscribe(ctx, subscriber, cmttypes.EventQueryNewBlock, blockBuffer)
	if err != nil {
		return n, fmt.Errorf("subscribe to blocks: %w", err)
	}
	if err := n.comet.Start(); err != nil {
		return n, fmt.Errorf("start CometBFT: %w", err)
	}
	return n, n.serve(appConfig, ports, o, keys)
}

// load opens the databases and makes the application and the CometBFT node from them.
func (n *fullNode) load(ctx context.Context, v *viper.Viper) (err error) {
	// The application and CometBFT panic on unreadable data.
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("start the node: %v", r)
		}
	}()
	db, err := dbm.NewDB(applicationDB, server.GetAppDBBackend(v), n.config.DBDir())
	if err != nil {
		return fmt.Errorf("open the application's database: %w", err)
	}
	n.app = app.New(n.logger, db, true, v, server.DefaultBaseappOptions(v)...)
	if err := nodeconfig.CheckRunningPace(n.config.Consensus.TimeoutCommit, n.app); err != nil {
		n.logger.Warn(err.Error())
	}
	return n.newComet(ctx)
}

// newComet makes the CometBFT node, which replays the blocks that the application has missed.
func (n *fullNode) newComet(ctx context.Context) error {
	key, err := p2p.LoadNodeKey(n.config.NodeKeyFile())
	if err != nil {
		return fmt.Errorf("load the node's key: %w", err)
	}
	logger, failed := failure.Watch(n.logger)
	n.failed = failed
	n.comet, err = node.NewNodeWithContext(
		ctx,
		n.config,
		privval.LoadFilePV(n.config.PrivValidatorKeyFile(), n.config.PrivValidatorStateFile()),
		key,
		proxy.NewLocalClientCreator(server.NewCometABCIWrapper(n.app)),
		func() (*cmttypes.GenesisDoc, error) {
			genesis, err := genutiltypes.AppGenesisFromFile(n.config.GenesisFile())
			if err != nil {
				return nil, err
			}
			return genesis.ToGenesisDoc()
		},
		n.dbs.open,
		node.DefaultMetricsProvider(n.config.Instrumentation),
		servercmtlog.CometLoggerWrapper{Logger: logger},
	)
	if err != nil {
		return fmt.Errorf("make the CometBFT node: %w", err)
	}
	return nil
}

// connect gives the application's services access to the node.
func (n *fullNode) connect(chainID string) {
	n.clientCtx = client.Context{}.
		WithCodec(n.app.AppCodec()).
		WithInterfaceRegistry(n.app.InterfaceRegistry()).
		WithTxConfig(n.app.TxConfig()).
		WithLegacyAmino(n.app.LegacyAmino()).
		WithAccountRetriever(authtypes.AccountRetriever{}).
		WithChainID(chainID).
		WithHomeDir(n.config.RootDir).
		WithKeyringDir(n.config.RootDir).
		WithNodeURI(n.config.RPC.ListenAddress).
		WithBroadcastMode(flags.BroadcastSync).
		WithClient(local.New(n.comet))
	n.app.RegisterTxService(n.clientCtx)
	n.app.RegisterTendermintService(n.clientCtx)
}

// serve starts the gRPC and REST servers, the relay, the faucet and the page, REST and faucet for pages of every origin
// if asked.
func (n *fullNode) serve(cfg serverconfig.Config, ports Ports, o Options, keys keyring.Keyring) error {
	n.app.RegisterNodeService(n.clientCtx, cfg)
	n.running, n.stopAll = context.WithCancel(context.Background())
	var ctx context.Context
	var err error
	n.servers, ctx = errgroup.WithContext(n.running)
	n.grpc, n.clientCtx, err = server.StartGrpcServer(
		ctx, n.servers, cfg.GRPC, n.clientCtx, server.NewContext(viper.New(), n.config, n.logger), n.app,
	)
	if err != nil {
		return fmt.Errorf("start the gRPC server: %w", err)
	}
	// The server's clients share one connection, which refuses calls for a second after it has found none there.
	if err := waitForServer(ctx, cfg.GRPC.Address); err != nil {
		return fmt.Errorf("wait for the gRPC server: %w", err)
	}
	rest := api.New(n.clientCtx, n.logger.With("module", "api-server"), n.grpc)
	if o.CORS {
		rest.Router.Use(crossOrigin)
	}
	n.app.RegisterAPIRoutes(rest, cfg.API)
	if err := setTelemetry(rest, cfg); err != nil {
		return err
	}
	n.servers.Go(func() error { return rest.Start(ctx, cfg) })
	relay, err := n.serveRelay(ctx, ports, o)
	if err != nil {
		return err
	}
	p := n.newPayer(keys)
	if err := n.serveFaucet(ctx, ports, o, p); err != nil {
		return err
	}
	var bot string
	if !o.NoBot {
		if bot, err = n.openHouse(ctx, keys, relay, p); err != nil {
			return err
		}
	}
	return n.serveWeb(ctx, ports, o, p, relay, bot)
}

// setTelemetry makes the REST server serve metrics, if the configuration asks for them.
//
//nolint:staticcheck // deprecated for OpenTelemetry, but the only way to metrics that the SDK's REST server knows
func setTelemetry(rest *api.Server, cfg serverconfig.Config) error {
	if !cfg.Telemetry.Enabled {
		return nil
	}
	metrics, err := telemetry.New(cfg.Telemetry)
	if err != nil {
		return fmt.Errorf("start telemetry: %w", err)
	}
	rest.SetTelemetry(metrics)
	return nil
}

// firstBlock waits for the first block that is committed since the start and returns it.
func (n *fullNode) firstBlock(ctx context.Context) (*cmttypes.Block, error) {
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-n.blocks.Canceled():
		return nil, n.blocks.Err()
	case msg := <-n.blocks.Out():
		block, ok := msg.Data().(cmttypes.EventDataNewBlock)
		if !ok {
			return nil, fmt.Errorf("expected a block, got %T", msg.Data())
		}
		// The rest is not read.
		return block.Block, n.comet.EventBus().Unsubscribe(ctx, subscriber, cmttypes.EventQueryNewBlock)
	}
}

// waitForServer waits until a server takes connections.
func waitForServer(ctx context.Context, address string) error {
	const pause = 20 * time.Millisecond
	for {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

// stop stops whatever has been started, last first, and closes every database.
func (n *fullNode) stop() error {
	var errs []error
	if n.servers != nil {
		n.stopAll()
		if n.grpc != nil {
			// It waits for its calls, and a client may hold one open for ever.
			timer := time.AfterFunc(stopPatience, n.grpc.Stop)
			defer timer.Stop()
		}
		errs = append(errs, n.servers.Wait())
	}
	if n.comet != nil && n.comet.IsRunning() {
		errs = append(errs, n.comet.Stop())
		n.comet.Wait()
	}
	errs = append(errs, n.dbs.close())
	if n.app != nil {
		errs = append(errs, n.app.Close())
	}
	return errors.Join(errs...)
}

// databaseSet remembers the databases that CometBFT opens. A node that stops closes all but the index, and one that
// fails to start closes none; the next node in this process could not open them.
type databaseSet struct {
	mu     sync.Mutex
	opened []*database
}

// open opens a database of CometBFT.
func (s *databaseSet) open(ctx *cmtcfg.DBContext) (cmtdb.DB, error) {
	db, err := cmtcfg.DefaultDBProvider(ctx)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", ctx.ID, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened = append(s.opened, &database{DB: db})
	return s.opened[len(s.opened)-1], nil
}

// close closes those that are still open.
func (s *databaseSet) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, db := range s.opened {
		errs = append(errs, db.Close())
	}
	return errors.Join(errs...)
}

// database is one that may be closed more than once.
type database struct {
	cmtdb.DB
	once sync.Once
	err  error
}

// Close closes the database the first time.
func (db *database) Close() error {
	db.once.Do(func() { db.err = db.DB.Close() })
	return db.err
}
