SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.PHONY: run test build setup update mutate bench bench-build bench-program bench-baseline peers soak

TRUTHS := .build/release/truths

# One static executable, for the sake of its start (docs/performance.md). The last option lets code ask for a generic type's
# metadata by a call instead of by its mangled name, which the run-time would take apart and hold against every conformance.
RELEASE := --configuration release --static-swift-stdlib -Xswiftc -static-executable \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

# The contract's own truth halts the contract's own proposal (section 17.2); then the core suite of section 17.1.
run: build
	@echo '$$ truths run --context examples/closed-period/context.jsonl --proposal examples/closed-period/proposal.json'
	@$(TRUTHS) run --context examples/closed-period/context.jsonl --proposal examples/closed-period/proposal.json --format human \
	  || [ $$? -eq 1 ]
	@echo
	@echo '$$ truths eval Fixtures/core'
	@$(TRUTHS) eval Fixtures/core

test: setup
	swift test --disable-xctest

build: setup
	swift build $(RELEASE) --product truths

# What the build needs beside Swift: libyaml, libcrypto and pkg-config, installed where they are missing.
setup:
	@.ci/setup

# Writes the expected outputs of Tests/Corpus and the generated pages of docs/ anew.
update: setup
	TRUTHS_UPDATE=1 swift test --disable-xctest --filter TruthsTests

# What CI compares with the reference evaluator, ten times as long: more than 100,000 decisions.
soak: setup
	TRUTHS_SOAK=10 swift test --disable-xctest --filter OracleTests

# Whether the fixtures of each pack notice nearly every small change of its truths (docs/mutation.md).
mutate: build
	@$(TRUTHS) eval --mutate --min-score 95

# What Truths costs, as one table over sizes (docs/performance.md says how to read it).
bench: bench-build
	@mkdir -p Benchmarks/results
	@python3 Benchmarks/table.py > Benchmarks/results/table.md.new
	@mv Benchmarks/results/table.md.new Benchmarks/results/table.md

# Keeps the instruction counts that .ci/instructions compares with.
bench-baseline: bench-build
	@python3 Benchmarks/baseline.py --write

# Both the measuring program and the command that it measures, of one build.
bench-build: bench-program
	swift build --package-path Benchmarks $(RELEASE) --product truths

bench-program: setup
	swift build --package-path Benchmarks $(RELEASE) --product TruthsBenchmarks

# Truths beside other engines on the same work: make peers PEERS=their-folder
peers:
	@Benchmarks/peer/run $(PEERS)
