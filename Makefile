SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.PHONY: run test server serve test-server test-clients test-spark build build-report library wheel frames setup setup-ci update pictures zones mutate bench bench-lookups bench-build bench-program bench-baseline peers soak fuzz lsp-session editors conformance openapi proto

TRUTHS := .build/release/truths

# One static executable, because it starts faster (docs/performance.md), without what only debuggers read. The last option makes code
# get the metadata of a generic type by a call instead of by its mangled name, which the run-time would parse and compare with every
# conformance.
RELEASE := --configuration release --static-swift-stdlib -Xswiftc -static-executable -Xlinker --strip-debug \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

# Runs the contract's proposal, which the contract's truth halts (section 17.2), then the core suite (section 17.1).
run: build
	@echo '$$ truths run --context examples/closed-period/context.jsonl --proposal examples/closed-period/proposal.json'
	@$(TRUTHS) run --context examples/closed-period/context.jsonl --proposal examples/closed-period/proposal.json --format human \
	  || [ $$? -eq 1 ]
	@echo
	@echo '$$ truths eval Fixtures/core'
	@$(TRUTHS) eval Fixtures/core

# As many tests run at once as there are cores: a test's time limit begins when it is its turn, so a thread must be free for it.
WIDTH = --experimental-maximum-parallelization-width $(shell nproc)

test: setup test-server
	@rm -f .build/debug.yaml
	swift test --disable-xctest $(WIDTH)

# The server is a package of its own, in the same build folder: what is compiled there is not compiled again. SwiftPM goes on with the
# plan of the package that was built last where nothing of that has changed, so the plan is made anew.
SERVER = --package-path Server --scratch-path .build

server: setup
	@rm -f .build/release.yaml
	swift build $(SERVER) $(RELEASE)

# Serves the contract's example, and the page for people, over a ledger that is gone afterwards, until Ctrl-C.
PORT := 8080
serve: server
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; cp examples/closed-period/context.jsonl "$$folder/ledger.jsonl"; \
	  echo "Open http://127.0.0.1:$(PORT)/ in a browser, or ask:"; \
	  echo "curl http://127.0.0.1:$(PORT)/jobs -H 'Content-Type: application/json' -d @examples/closed-period/proposal.json"; \
	  .build/release/truths-server --ledger "$$folder/ledger.jsonl" --listen 127.0.0.1:$(PORT) \
	    --actor '{"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["accountant"]}'

test-server: setup
	@rm -f .build/debug.yaml
	swift test $(SERVER) --disable-xctest $(WIDTH)

# Tries the client in Swift with a server that is killed, paused and restarted (clients/swift).
test-clients: setup
	@rm -f .build/debug.yaml
	swift build $(SERVER) --product truths-server
	@rm -f .build/debug.yaml
	swift test --package-path clients/swift --scratch-path .build --disable-xctest

# Checks what a server says of itself with the tools of others: OpenAPI validator, schemathesis, Prometheus' parser.
EXAMPLES := 50
openapi: server
	@python3 -m venv .build/openapi
	@.build/openapi/bin/pip install --quiet -r Server/Tests/openapi/requirements.txt
	@.build/openapi/bin/python Server/Tests/openapi/check.py .build/release/truths-server $(EXAMPLES)

# Makes the generated code of proto/ anew, in Server/Generated.
proto: setup-ci
	@rm -f .build/debug.yaml
	swift build $(SERVER) --product protoc-gen-swift
	swift build $(SERVER) --product protoc-gen-grpc-swift-2
	@PYTHONPATH=.build/python python3 Tools/proto.py .build/debug

build: setup
	@rm -f .build/release.yaml
	swift build $(RELEASE) --product truths

# Builds the command anew beside the build, and prints what each module takes (docs/performance.md): REPORT=--write commits it.
REPORT := --check
build-report: setup
	@rm -rf .build/report .build/build-times && mkdir -p .build
	TRUTHS_SWIFTC="$$(command -v swiftc)" TRUTHS_BUILD_TIMES="$(CURDIR)/.build/build-times" SWIFT_EXEC="$(CURDIR)/Tools/timed-swiftc" \
	  swift build $(RELEASE) --product truths --scratch-path .build/report
	@python3 Tools/build_report.py .build/build-times $(REPORT)

# Builds dist/libtruths.so.1, for programs in other languages (include/truths.h, docs/embedding).
library: setup
	swift build $(RELEASE) --target TruthsC
	@bindings/c/link

# Builds the wheel of the Python package in dist/ (bindings/python).
wheel: library
	@bindings/python/build-wheel dist/libtruths.so.1 dist

# An environment with the Python package and the libraries that have columns: pyarrow, polars, DuckDB and Spark, which wants Java 17.
frames: wheel
	@python3 -m venv .build/test-spark
	@.build/test-spark/bin/pip install --quiet -r bindings/python/tests/frames.txt
	@.build/test-spark/bin/pip install --quiet --force-reinstall --no-deps dist/truths_rules-*.whl

# Tries the Python package with them, and decides 20,000 proposals by every way that there is.
test-spark: build frames
	@cd bindings/python/tests && TRUTHS=$(abspath $(TRUTHS)) ../../../.build/test-spark/bin/python -m pytest -q -rs \
	  -p no:cacheprovider test_arrow.py test_frames.py test_parquet.py test_partitions.py test_spark.py test_spark_partitions.py \
	  test_spark_replay.py test_columns_page.py
	@.build/test-spark/bin/python Tests/python/ways.py $(TRUTHS)

# Installs what the build needs besides Swift, if missing: libyaml, libcrypto and pkg-config.
setup:
	@.ci/setup

# Also installs what only CI needs, such as Python's libraries that the calendar is compared with.
setup-ci:
	@.ci/setup ci

# Compiles in the rules of time zones, from the release of the package tzdata that Tests/python/requirements.txt names.
zones: setup-ci
	python3 Tools/zones.py

# Rewrites the expected outputs of Tests/Corpus, and what commands print in documents.
update: setup
	TRUTHS_UPDATE=1 swift test --disable-xctest --filter TruthsTests

# Draws the pictures of the README from real runs, and those of Neovim and of the server's page if `.ci/setup ci` has installed what
# they are drawn with.
pictures: build server
	@python3 Tools/pictures.py
	@PYTHONPATH=.build/python python3 Tools/page_picture.py .build/release/truths-server

# Long forms of tests: ten times as many decisions as CI compares with the reference evaluator (more than 100,000), every fault of
# the system at every call, two thousand killed processes, concurrent writers, every byte of a ledger changed, 1,000,000
# calculations of the calendar, 200 sets split over ledgers by each field, more generated layouts and clauses, more edits of a
# set, more faults in fixtures, and every name of the packs and examples renamed; 100,000 histories of a server's store and 10,000
# of its core, and 500 killed processes; a ledger of 1,000,000 decisions, within 1 GB of memory and 9 GB of the disk; as many
# proposals by every way, whose columns Spark writes in 8 GB; and the large inputs of Tests/python/costs.
SOAKED := OracleTests\.|TruthsTests\.(Append|Fault|Writer)Tests|TruthsRuntimeTests\.TamperTests
SOAKED := $(SOAKED)|TruthsSyntaxTests\.GeneratedLayoutTests|TruthsEngineTests\.(Soundness|LookUp|ViewDemand|StateCheck|Touch|RandomTable)Tests
SOAKED := $(SOAKED)|TruthsCheckTests\.IncrementalSetTests|TruthsEvalTests\.FixtureUpdatePropertyTests
SOAKED := $(SOAKED)|TruthsTextTests\.CalendarComparisonTests|TruthsLanguageServerTests\.(RandomEdit|Completeness)Tests
SOAKED := $(SOAKED)|TruthsTests\.RenameEverythingTests
SOAKED := $(SOAKED)|TruthsAnswersTests\.(DiffSeed|Replay)Tests|TruthsEvalTests\.(WhyNot|Why)FixtureTests
soak: setup-ci build frames
	TRUTHS_SOAK=10 swift test --disable-xctest --filter '^($(SOAKED))'
	TRUTHS_SOAK=100 swift test $(SERVER) --disable-xctest
	.build/test-spark/bin/python Tests/python/ledger_soak.py $(TRUTHS) --decisions 1000000 --library dist/libtruths.so.1
	.build/test-spark/bin/python Tests/python/ways.py $(TRUTHS) --rows 1000000
	python3 Tests/python/costs/run.py $(TRUTHS) --large

# Runs every fuzzer for so many seconds (Fuzz/README.md).
SECONDS := 60
TARGETS :=
fuzz: setup
	@Fuzz/run $(SECONDS) $(TARGETS)

# Talks to the language server over this set with the capabilities of several editors; the types of the protocol read its answers.
lsp-session: build
	@python3 -m venv .build/lsp-session
	@.build/lsp-session/bin/pip install --quiet -r Tests/editor/requirements.txt
	@.build/lsp-session/bin/python Tests/editor/session.py $(TRUTHS) .

# Checks what stands in editors/, tries it with the editors that are installed (editors/README.md), and packs the VS Code extension.
editors: build
	@python3 editors/package.py --check
	@TRUTHS=$(CURDIR)/$(TRUTHS) editors/tests/run
	@python3 editors/package.py --output .build/truths.vsix

# Checks that the fixtures of each pack detect nearly every small change of its truths (docs/mutation.md).
mutate: build
	@$(TRUTHS) eval --mutate --min-score 98

# Measures run times and memory, as one page over sizes (docs/performance.md says how to read it).
bench: bench-build
	@python3 Benchmarks/table.py docs/measured.md > .build/measured.md
	@mv .build/measured.md docs/measured.md

# Five shapes of rules on 1,000 to 1,000,000 facts, beside other tools that are installed.
bench-lookups: bench-program
	@mkdir -p Benchmarks/results
	@python3 Benchmarks/lookups.py | tee Benchmarks/results/lookups.md

# Writes the instruction counts that .ci/instructions compares with.
bench-baseline: bench-build
	@python3 Benchmarks/baseline.py --write

# The measuring program and the command that it measures, in one build folder.
bench-build: bench-program build

# In the command's build folder: what is compiled there is not compiled again.
bench-program: setup
	swift build --package-path Benchmarks --scratch-path .build $(RELEASE) --product TruthsBenchmarks

# Compares with other engines on the same work: make peers PEERS=their-folder
peers:
	@Benchmarks/peer/run $(PEERS)

# Replays the tests of other tools: make conformance TCK=a-folder CEL=a-folder ZEN=a-folder, each optional
# (Tests/conformance/README.md).
SUITE := PYTHONPATH=Tests/conformance python3 -m
conformance: build
	@: $(if $(TCK)$(CEL)$(ZEN),,$(error name the folder of a suite: TCK=, CEL= or ZEN=))
	@$(if $(TCK),$(SUITE) dmn $(TCK) $(TRUTHS))
	@$(if $(CEL),$(SUITE) cel $(CEL) $(TRUTHS))
	@$(if $(ZEN),$(SUITE) zen $(ZEN) $(TRUTHS))
