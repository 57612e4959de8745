# Commands for development. `make` lists them.

CARGO ?= cargo
PYTHON_ENV := target/python
# The crates that build without Arrow, SQLite, axum and resvg, so that a fresh clone is checked in three minutes.
CHESS := rules pool pgn tactics players coach openings wire testkit

.PHONY: help run page full python test fuzz torture interop check lint types docs bench pictures weights install

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: page ## build the program and the web page, and open an example game in the browser
	$(CARGO) build --profile quick --locked -p pinsight-cli
	target/quick/pinsight serve --open docs/examples/opera.pgn

page: ## build the web page
	tools/page-packages.sh
	npm --prefix web run --silent build

full: page ## build the program with all features, SQL and cluster included (slow)
	$(CARGO) build --profile quick --locked -p pinsight-cli --all-features

python: ## build the Python package: a wheel in target/wheels; FEATURES=sql adds SQL (slow)
	tools/python-wheel.sh target/wheels quick "$(FEATURES)"

test: page ## run all tests, browser tests included; installs what they need
	PINSIGHT_PYTHON=$$(tools/python-oracle.sh $(PYTHON_ENV)) && export PINSIGHT_PYTHON && \
	PINSIGHT_CHROMIUM=$$(tools/chromium.sh) && export PINSIGHT_CHROMIUM && \
	PINSIGHT_STOCKFISH=$$(tools/stockfish.sh) && export PINSIGHT_STOCKFISH && \
	$$PINSIGHT_PYTHON tools/openings.py && \
	$(CARGO) test --workspace --all-features --locked && \
	tools/python-test.sh target/package && \
	npm --prefix web test --silent && \
	npm --prefix web run --silent e2e

fuzz: ## run every fuzz target for SECONDS (60 by default); installs cargo-fuzz
	tools/fuzz.sh $(or $(SECONDS),60)

torture: ## kill program and server, damage the store, fill the disk, give hostile engines (minutes); ROUNDS=20
	$(CARGO) build --profile quick --locked -p pinsight-cli
	tools/torture.sh target/quick/pinsight $(or $(ROUNDS),20)
	PINSIGHT_TORTURE=$(or $(ROUNDS),20) $(CARGO) test --locked -p pinsight-server --test torture --test disk

interop: ## test with Spark, Ray Data, Dask and an S3 server (slow; needs Java)
	tools/python-interop.sh target/interop

check: ## run format check, lints without SQL, cluster and Python, and the unit tests of the chess crates
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --exclude pinsight-python --all-targets --locked -- -D warnings
	$(CARGO) test --lib --locked $(addprefix -p pinsight-,$(CHESS))

lint: ## check format, lints, features, import order, documentation, licences and generated files
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --all-features --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --all-features --no-deps --locked
	for feature in '' pgn tactics players openings drawing raster serde; do \
		$(CARGO) check --quiet --locked -p pinsight --no-default-features --features "$$feature" || exit 1; done
	for folder in benches/peers fuzz; do \
		$(CARGO) update --quiet --workspace --locked --manifest-path $$folder/Cargo.toml || \
		{ echo "$$folder/Cargo.lock is stale: run cargo update --workspace in $$folder"; exit 1; }; done
	tools/import_order.py --self-test
	tools/import_order.py
	tools/licences.py
	$(CARGO) run --quiet --locked -p pinsight-wire --example typescript | \
		diff web/src/api/types.ts - || { echo "web/src/api/types.ts is stale: run make types"; exit 1; }
	$(CARGO) run --quiet --locked -p pinsight-data --example data_page < docs/data.md | \
		diff docs/data.md - || { echo "docs/data.md is stale: run make docs"; exit 1; }
	tools/page-packages.sh
	npm --prefix web run --silent check

types: ## regenerate the types of the web page from the JSON shapes
	$(CARGO) run --quiet --locked -p pinsight-wire --example typescript > target/types.ts
	mv target/types.ts web/src/api/types.ts

docs: ## regenerate the tables of columns in docs/data.md
	$(CARGO) run --quiet --locked -p pinsight-data --example data_page < docs/data.md > target/data.md
	mv target/data.md docs/data.md

bench: ## compare the speed with other libraries, and load-test the server (slow)
	benches/peers/run.sh
	$(CARGO) run --release --locked -p pinsight-server --example load

pictures: ## draw the pictures of the README
	$(CARGO) build --release -p pinsight-cli
	tools/pictures.sh target/release/pinsight

weights: ## tune the evaluation weights by self-play (half an hour); the same command resumes
	$(CARGO) build --profile quick --locked -p pinsight-cli
	target/quick/pinsight tune --self-play 100000 --rounds 3 --nodes 200 --seed 1 --force \
		--journal target/weights -o crates/players/src/evaluation/weights.rs

install: page ## install `pinsight` with all features by cargo install
	$(CARGO) install --path crates/cli --profile quick --locked --all-features
