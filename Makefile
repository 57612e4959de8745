# The commands that a newcomer needs. `make` alone lists them.

CARGO ?= cargo
PYTHON_ENV := target/python

.PHONY: help run tour page full test check lint bench pictures weights install

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: page ## build page and program, and open the board on an example game with its pins
	$(CARGO) build --profile soon --locked -p pinsight-cli
	target/soon/pinsight serve --open docs/examples/opera.pgn

tour: ## build the program and show what it does on the command line
	$(CARGO) build --release --locked -p pinsight-cli
	tools/tour.sh target/release/pinsight

page: ## build the page of the web board
	tools/page-packages.sh
	npm --prefix web run --silent build

full: page ## build the program with everything: SQL and clusters too, which takes long
	$(CARGO) build --release --locked -p pinsight-cli --all-features

test: page ## all tests, those in a real browser included; sets up what they need
	PINSIGHT_PYTHON=$$(tools/python-oracle.sh $(PYTHON_ENV)) && export PINSIGHT_PYTHON && \
	PINSIGHT_CHROMIUM=$$(tools/chromium.sh) && export PINSIGHT_CHROMIUM && \
	PINSIGHT_STOCKFISH=$$(tools/stockfish.sh) && export PINSIGHT_STOCKFISH && \
	$(CARGO) test --workspace --all-features --locked && \
	$(CARGO) build --workspace --all-features --locked && \
	npm --prefix web test --silent && \
	npm --prefix web run --silent e2e

check: ## the everyday check: format, lints and the quick tests, without SQL and clusters
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(CARGO) test --workspace --lib --bins --locked

lint: ## format, lints, documentation, licences, the page's types
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --all-features --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --all-features --no-deps --locked
	tools/licences.py
	tools/page-packages.sh
	npm --prefix web run --silent check

bench: ## speed beside other libraries, one table a build, SQL too, which takes long; the server under load
	benches/peers/run.sh
	$(CARGO) run --release --locked -p pinsight-server --example load

pictures: ## draw the pictures of the README anew
	$(CARGO) build --release -p pinsight-cli
	tools/pictures.sh target/release/pinsight

weights: ## make the weights of the evaluation anew, from games of the search against itself
	$(CARGO) build --release --locked -p pinsight-cli
	target/release/pinsight tune --self-play 20000 --rounds 3 --nodes 500 --seed 1 --force \
		-o crates/players/src/evaluation/weights.rs

install: page ## put `pinsight`, with everything, where cargo puts programs
	$(CARGO) install --path crates/cli --locked --all-features
