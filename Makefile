# Everything a contributor runs. It needs Go, a C compiler, git and make; other tools are built from tools/go.mod.

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

BINARY  := build/battleshipd
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
COMMIT  := $(shell git rev-parse HEAD 2>/dev/null || echo unknown)
# Signatures are checked by libsecp256k1, which is C and takes a third of the time. TAGS=netgo checks them in Go, with
# the same verdicts.
TAGS    := netgo,libsecp256k1_sdk

SDK_VERSION := github.com/cosmos/cosmos-sdk/version
LDFLAGS := -s -w \
	-X $(SDK_VERSION).Name=battleship \
	-X $(SDK_VERSION).AppName=battleshipd \
	-X $(SDK_VERSION).Version=$(VERSION) \
	-X $(SDK_VERSION).Commit=$(COMMIT) \
	-X $(SDK_VERSION).BuildTags=$(TAGS)
# Further flags of the linker, as tools/release.sh has them.
LINK ?=

# The same flags for build, test and lint, so that the large dependencies are compiled once. The version is stamped by
# LDFLAGS, which also works where git does not trust the folder.
OUR_FLAGS := -buildvcs=false -trimpath -tags=$(TAGS)
export GOFLAGS := $(strip $(filter-out $(OUR_FLAGS),$(GOFLAGS)) $(OUR_FLAGS))

# Set any of these on the command line, as in `make play RULESET=xaya`.
RULESET      ?= classic
CHANNEL      ?=
MELEE        ?=
PKG          ?= ./...
TEST_TIMEOUT ?= 20m
# One package more at a time than there are processors, for some tests wait for blocks.
TEST_FLAGS   ?= -p $$(($$(getconf _NPROCESSORS_ONLN) + 1))
# The packages whose tests run nodes, or the whole application.
WHOLE        := /app$$ /cmd/ /deploy$$ /e2e /player/chainbackend /player/cli /player/client /player/kinds /player/light \
                /player/party /player/playertest /player/record /player/session /player/watch$$ /keeper$$
FUZZTIME     ?= 30s
BENCH        ?= .
SEEDS        ?= 3
TXS          ?= 5000
BLOCKS       ?= 50
LIVE         ?= 10
SHADOW       ?= 40
MUTATIONS    ?= 1000000
SEED         ?= 1
FLEETS       ?= 1000
MELEES       ?= 1000
RUNS         ?= 100000
FAULTS       ?= 6
GAMES        ?= 0
FAULTS_FLAGS ?= -limit 75s
MUTANTS      ?= game/rating game/play game/name game/channel game/commitment app/mempool player/watchtower player/relay

TOOLS      := build/tools
GOLANGCI   := $(TOOLS)/golangci-lint
RELAYER    := build/relayer
WAGER      := build/wager
PROTO_BINS := $(addprefix $(TOOLS)/,buf protoc-gen-gocosmos protoc-gen-grpc-gateway protoc-gen-swagger openapi3)

##@ Chain

.PHONY: build
build: cgo ## Build build/battleshipd
	go build -ldflags "$(LDFLAGS) $(LINK)" -o $(BINARY) ./cmd/battleshipd

.PHONY: release
release: $(TOOLS)/cyclonedx-gomod ## Build what a release publishes, for linux/amd64 and arm64, into build/release
	tools/release.sh

.PHONY: install
install: cgo ## Install battleshipd into Go's bin folder
	go install -ldflags '$(LDFLAGS)' ./cmd/battleshipd

.PHONY: play
play: build ## Let bots play a whole game on a fresh local chain (RULESET=NAME; CHANNEL=1: off-chain, too; MELEE=4: a melee)
	$(BINARY) demo $(if $(filter-out 0,$(MELEE)),--melee $(MELEE),--ruleset $(RULESET) $(if $(filter-out 0,$(CHANNEL)),--channel))

.PHONY: localnet
localnet: build ## Run four validators on this machine, in build/localnet, until Ctrl-C (FRESH=1: a new chain; BLOCK_TIME)
	$(BINARY) devnet --validators 4 --home build/localnet --block-time $(or $(BLOCK_TIME),150ms) $(if $(filter-out 0,$(FRESH)),--fresh)

.PHONY: ibc-demo
ibc-demo: build $(RELAYER) $(WAGER) ## Connect two fresh local chains by a relayer; show coins, players and results travel
	$(BINARY) ibc-demo --relayer $(RELAYER) --wager $(WAGER)

.PHONY: session
session: build ## Run every line of the session in docs/playing.md on a fresh local chain
	@tools/session.sh

.PHONY: runbook
runbook: build ## Run every line of the runbook in docs/operating.md from empty homes (needs jq and curl)
	@tools/runbook.sh

##@ Page

# Only these targets need Node, 20 or later. Packages are those of the lock file, and no script of theirs is run.
WEB_MODULES := web/node_modules/.package-lock.json

$(WEB_MODULES): web/package.json web/package-lock.json
	npm --prefix web ci --ignore-scripts --no-audit --no-fund
	@touch $@

.PHONY: web
web: $(WEB_MODULES) ## Build the page into web/dist, and its prover if that has changed (needs Node)
	tools/web_prover.sh
	npm --prefix web run build

.PHONY: web-test
web-test: web-check web-browser ## Check the page in web/ and play on it: the two below (needs Node)

.PHONY: web-check
web-check: $(WEB_MODULES) $(TOOLS)/buf ## Check generated code, page and prover as built, style and types, and run the unit tests (needs Node)
	tools/web_prover.sh --check
	tools/web.sh --check
	npm --prefix web run check
	npm --prefix web test

.PHONY: web-browser
web-browser: $(WEB_MODULES) web build ## Play on the page in Chromium, on a fresh local chain (needs Node; one line without Chromium)
	tools/web_browser.sh

.PHONY: client
client: $(WEB_MODULES) ## Pack the client of web/packages/client, without the page, into build/ (needs Node)
	mkdir -p build
	npm --prefix web pack --silent -w packages/client --pack-destination $(CURDIR)/build

.PHONY: client-example
client-example: $(WEB_MODULES) build ## Install the packed client into an empty folder and play its example (RULESETS; needs Node)
	tools/client_example.sh

.PHONY: web-screenshots
web-screenshots: $(WEB_MODULES) web build ## Draw the page's screens anew into docs/web (needs Node and Chromium)
	SCREENSHOTS='$(CURDIR)/docs/web' tools/web_browser.sh

.PHONY: web-bench
web-bench: $(WEB_MODULES) web build ## Measure how long a player waits on the page, in blocks (BLOCK_TIME, SHOTS, THINK)
	BENCH=1 BLOCK_TIME=$${BLOCK_TIME:-500ms} tools/web_browser.sh

.PHONY: web-proto
web-proto: $(WEB_MODULES) $(TOOLS)/buf ## Generate the page's messages from proto/ (needs Node)
	tools/web.sh

##@ Checks

# Tests of tools read documents outside of their module, at which the cache of results does not look.
.PHONY: test
test: cgo ## Run all tests and sum them up (PKG, TEST_FLAGS, TEST_TIMEOUT)
	go -C tools test -count 1 ./...
	go -C interchain test ./...
	go -C examples/sdk50 test ./...
	@tools/test.sh -timeout $(TEST_TIMEOUT) $(TEST_FLAGS) $(PKG)

.PHONY: test-short
test-short: cgo ## Run what fits between two edits: -short, without the packages that run nodes or the whole chain
	@tools/test.sh -short -timeout $(TEST_TIMEOUT) $(TEST_FLAGS) $$(go list ./... | grep -v $(patsubst %,-e '%',$(WHOLE)))

.PHONY: audit
audit: build $(RELAYER) $(TOOLS)/govulncheck ## Look for known weaknesses in battleshipd, the relayer and the page (needs the network, and Node)
	@tools/audit.sh

.PHONY: lint
lint: $(GOLANGCI) $(TOOLS)/buf $(TOOLS)/determinism ## Check style, import directions, determinism and protobuf
	$(GOLANGCI) run
	cd tools && ../$(GOLANGCI) run -c ../.golangci.yml ./capacity ./determinism/... ./openapi3
	cd interchain && ../$(GOLANGCI) run -c ../.golangci.yml ./...
	go vet -vettool=$(TOOLS)/determinism $$(go list ./game/... ./x/battleship/... | grep -v -e /simulation -e /eventindex -e /kit -e /zktest)
	tools/proto.sh --lint

.PHONY: proto-check
proto-check: $(PROTO_BINS) ## Fail if generated code differs from proto/, or if proto/ breaks clients of the last release
	tools/proto.sh --check

.PHONY: signatures
signatures: ## Check that a build without libsecp256k1 accepts the same signatures
	go test -tags=netgo ./app/signatures

EVERY_BUILD := ^(TestRecordedProofs|TestAttackOpenings|TestAttackVerdictsOfEveryBuild)$$

.PHONY: zk
zk: ## Check that the keys of game/zk follow from circuits and ceremony, and that other builds verify alike
	go test ./game/zk -run '^(TestAttackCeremony|TestAttackKeysFollowFromCircuits|TestGnarkMakesTheSameKeys)$$' -count 1 -v
	go test -tags=purego ./game/zk/verify -run '$(EVERY_BUILD)' -count 1 -v
	CGO_ENABLED=0 GOARCH=386 go test -tags=purego -c -o build/_verify_386.test ./game/zk/verify
	CGO_ENABLED=0 GOARCH=arm64 go test -c -o build/_verify_arm64.test ./game/zk/verify
	@cd game/zk/verify; for build in 386 arm64; do \
		status=0; ../../../build/_verify_$$build.test -test.run '^$$' >/dev/null 2>&1 || status=$$?; \
		if ((status == 126)); then \
			echo "skipped: the verdicts of a build for $$build, because this kernel cannot run it"; \
		else \
			../../../build/_verify_$$build.test -test.run '$(EVERY_BUILD)' -test.v; \
		fi; \
	done

.PHONY: ci
ci: ## Run what continuous integration runs
	.ci/run

##@ Campaigns

.PHONY: test-long
test-long: ## Run the campaigns one after the other, for about an hour: each form that make test runs in a shorter one
	@tools/test_long.sh

.PHONY: attacks
attacks: cgo ## Run the tests of docs/threat-model.md, each named TestAttack...
	@tools/test.sh -run '^TestAttack' -count 1 -timeout $(TEST_TIMEOUT) $(TEST_FLAGS) \
		$$(git grep -l '^func TestAttack' '*_test.go' | xargs -n 1 dirname | sort -u | sed 's|^|./|')

.PHONY: faults
faults: build ## Inject FAULTS faults into four validators while GAMES games are played, or any number (SEED, FAULTS_FLAGS)
	go run ./e2e/faults -faults $(FAULTS) -games $(GAMES) -seed $(SEED) $(FAULTS_FLAGS)

.PHONY: fuzz
fuzz: ## Run each fuzz target for FUZZTIME (PKG)
	@tools/fuzz.sh $(FUZZTIME) $(PKG)

.PHONY: mutants
mutants: $(TOOLS)/gremlins ## Plant bugs in MUTANTS, packages whose tests take seconds, and print those that no test notices
	@tools/mutants.sh $(MUTANTS)

.PHONY: bench
bench: cgo ## Run all benchmarks (BENCH is a pattern, PKG)
	go test -run '^$$' -bench '$(BENCH)' -benchmem -timeout 0 $(PKG)

.PHONY: capacity
capacity: ## Simulate the games of chains at growing loads, with the measured costs (SEED)
	go -C tools run ./capacity -docs ../docs -seed $(SEED)

.PHONY: channel-campaign
channel-campaign: ## Play RUNS random off-chain games from SEED, and all runs of small ones, for minutes to hours
	go test -count=1 -timeout 24h -v -run 'TestCampaign$$' ./player/channelpolicy -args -runs $(RUNS) -seed $(SEED)
	go test -count=1 -timeout 24h -v -run 'TestModel$$' ./player/channelpolicy -args -whole

.PHONY: zk-campaign
zk-campaign: ## Try MUTATIONS mutated proofs from SEED and FLEETS fleets, for hours if so many
	go test ./game/zk/verify -run '^TestAttackMutated' -count 1 -v -timeout 0 -mutations $(MUTATIONS) -seed $(SEED)
	go test ./game/zk -run '^(TestAttackBoardJudgesAsTheRules|TestAttackDisplacements)$$' -count 1 -v -timeout 0 -fleets $(FLEETS)

.PHONY: melees
melees: ## Play MELEES melees of bots for 2 to 16 players, and report rounds, draws and messages
	go test ./player/bot -run '^$$' -bench '^BenchmarkMelees$$' -benchtime 1x -timeout 0 -args -melees $(MELEES)

.PHONY: sim
sim: ## Simulate the whole application, and export LIVE games of each kind at once (SEEDS, BLOCKS, SHADOW)
	go test ./app -run Simulation -v -timeout 0 -Seeds $(SEEDS) -NumBlocks $(BLOCKS) -Live $(LIVE) -shadow.every $(SHADOW)

.PHONY: sim-long
sim-long: ## Simulate for hours as a release needs it: all 38 seeds, 500 blocks each
	$(MAKE) sim SEEDS=38 BLOCKS=500 LIVE=100

.PHONY: thieves
thieves: ## Let thieves send TXS transactions from each of SEEDS seeds to a chain of honest bots (SEED is the first)
	go test ./app -run '^TestAttackThievesTakeNothing$$' -count 1 -v -timeout 0 -args \
		-thieves.seed $(SEED) -thieves.seeds $(SEEDS) -thieves.txs $(TXS) -thieves.proven

##@ Sources

.PHONY: fmt
fmt: $(GOLANGCI) $(TOOLS)/buf ## Format Go code and protobuf definitions
	$(GOLANGCI) fmt
	$(TOOLS)/buf format -w proto

.PHONY: proto
proto: $(PROTO_BINS) ## Generate Go code, REST gateway and OpenAPI from proto/
	tools/proto.sh

.PHONY: spec
spec: ## Generate the tables of x/battleship/README.md from the comments of proto/ and x/battleship/types
	go test ./x/battleship/types -run TestReadmeTables -count 1 -args -update

.PHONY: proto-export
proto-export: $(TOOLS)/buf ## Write all protobuf definitions into build/proto-export, for other languages
	tools/proto.sh --export

.PHONY: registry
registry: cgo ## Write registry/*.json, for wallets and front ends, from genesis and go.mod
	go test ./cmd/battleshipd/devnet -run '^TestWalletDataIsCorrect$$' -count 1 -args -record

# Without a C compiler Go turns cgo off, and what it then says names a function of the SDK.
.PHONY: cgo
cgo:
	@if [[ $(TAGS) == *libsecp256k1_sdk* && $$(go env CGO_ENABLED) != 1 ]]; then \
		echo "signatures are checked in C, and there is no C compiler or CGO_ENABLED is 0: install one, or build with TAGS=netgo" >&2; \
		exit 1; \
	fi

.PHONY: clean
clean: ## Remove what the other targets have built
	rm -rf build

# One rule builds every tool, in the version that tools/go.mod pins; determinism and openapi3 are our own.
$(TOOLS)/determinism: $(wildcard tools/determinism/*.go tools/determinism/cmd/determinism/*.go)
$(TOOLS)/openapi3: tools/openapi3/main.go
$(TOOLS)/%: tools/go.mod tools/go.sum
	@mkdir -p $(TOOLS)
	cd tools && go build -o ../$@ $$(go list -f '{{.ImportPath}}' tool | grep '/$*$$')

# The relayer has a libsecp256k1 of others in it, beside which there can be no second one.
$(RELAYER): $(wildcard tools/relayer/*)
	go -C tools/relayer build -tags=netgo -ldflags '-s -w' -o '$(CURDIR)/$@' .

$(WAGER): go.mod $(shell find examples/wager interchain internal/lightclient -name '*.go')
	go build -ldflags '-s -w' -o $@ ./examples/wager/cmd/wager

.PHONY: help
help: ## Show this help
	@awk 'BEGIN { FS = ":.*## " } \
		/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
