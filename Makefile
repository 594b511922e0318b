# On a fresh Debian or Ubuntu with Swift, `make run` and `make test` install whatever else is missing.
#
# Use it:
#   make run [ARGS="…"]         build the program without optimization and run it; standard input is passed through
#                               (PRODUCT=bookshell: the other example)
#   make new NAME=counter       a package with a feature, its shell and a test, beside this folder
#                               (FOLDER=…, URL=…, VERSION=…)
#   make build                  build the release in .build/run/release
#   make install | uninstall    the release, manuals, completions and examples (PREFIX=/usr/local, DESTDIR=…;
#                               FLAGS=…: further options of 'swift build')
#   make dist | deb             a tarball or a Debian package of the same files in .build/dist
#
# Test it:
#   make test [ARGS="…"]        build and run the tests, except those of test-clients; the output is in .build/tests.log
#   make test-clients           the tests with a browser, editors, Python libraries and other programs, which it installs
#   make sanitize               the tests with the address and the thread sanitizer (SANITIZER=thread, ARGS=…)
#   make portable               what other systems run, compiled for them or tested here, as far as Linux can
#   make fuzz | faults | signals | soak     try for an hour: any input (TARGET=script, session, action, expression, rpc
#                               or all), each system call failing (SCENARIO=save), 1,000 signals (COUNT=…), leaks
#                               (SECONDS=…)
#   make bench | scale          measure against baselines (ARGS=--update writes Benchmarks/RESULTS.md), or on lists of up
#                               to a million todos (half an hour)
#
# Change it:
#   make lint | format          check or rewrite the formatting
#   make man | schema | documents | exported-tests     update what the tests compare: the manuals, the schema of events,
#                               the outputs in README.md and docs with the picture, the exported tests
#   make docs                   the API documentation, in .build/site
#   make clean                  remove build products
#   make help                   print this list

.SUFFIXES:
.DEFAULT_GOAL := run
.PHONY: help run build test test-clients install uninstall dist deb new man schema documents exported-tests docs bench scale fuzz faults signals soak portable sanitize lint format clean setup

SWIFT ?= swift
ARGS ?=
PRODUCT ?= todoshell
PREFIX ?= /usr/local
DESTDIR ?=
TARGET ?= all
SCENARIO ?= all
COUNT ?= 1000
FLAGS ?=
SANITIZER ?= address thread
# A separate scratch directory: without the trait FullFoundation, the release has a different package graph than the tests.
# Cross-module optimization specializes generic code for the feature's types, which makes commands a fifth faster. Exclusive
# access to memory is enforced in the release as well, at the cost of an eighth. Without the trait, the program has no tables
# of the Unicode library, which are larger than all else in it.
RELEASE := -c release --scratch-path .build/run --product $(PRODUCT) \
	-Xswiftc -cross-module-optimization -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify --disable-default-traits $(FLAGS)
ifeq ($(shell uname -s),Linux)
# macOS has Swift's libraries.
RELEASE += --static-swift-stdlib
# At a fixed address, the loader need not adjust 90,000 pointers at each start, which takes a tenth of it.
RELEASE += -Xlinker -no-pie
# Nothing looks up the names of functions in the program, which take 1.4 MB.
RELEASE += -Xlinker --no-export-dynamic
# The loader would bind 1,700 symbols within a shared C++ library at each start, which takes a sixth of it. In this folder,
# the linker finds only the other library.
STATIC := .build/static
RELEASE += -Xlinker -L$(STATIC)
endif
PROGRAM := .build/run/release/$(PRODUCT)
# `make run` builds the program with the options of the tests and shares their build products. This takes a quarter of the
# release's time, and the program is fast enough for typing. Debugging information would take time, too: to debug, build with
# `swift build --build-tests`.
DEBUG := $(SWIFT) build -debug-info-format none
ifeq ($(shell uname -s),Linux)
# lld links faster than gold, and what it links starts faster.
DEBUG += -Xswiftc -use-ld=lld
endif
TESTS := $(DEBUG) --build-tests
# Runs the command $(1), which builds $(2), and announces it if $(3) does not exist yet. Its output goes to standard error, and
# only on failure; standard output belongs to the shell.
build = log=$$(mktemp) && trap 'rm -f "$$log"' EXIT && \
	if [ -x $(3) ]; then :; else echo "Building $(2) (a few minutes, the first time) …" >&2; fi && \
	{ $(1) </dev/null >"$$log" 2>&1 || { cat "$$log" >&2; exit 1; }; }
# The modules that the package index documents; read only for `make docs`.
DOCUMENTED = $(shell sed -n 's/^ *- \([A-Z][A-Za-z]*\)$$/\1/p' .spi.yml)
# Exported files stay as they are exported.
FORMATTED := Sources $(filter-out Tests/ExportedTests,$(wildcard Tests/*)) Tests/ExportedTests/*.swift Benchmarks Compatibility Fuzzing Package.swift

help:
	@sed -n '/^$$/q; s/^# \{0,1\}//p' Makefile

run: setup
	@$(call build,$(DEBUG) --product $(PRODUCT),$(PRODUCT),.build/debug/$(PRODUCT))
	@exec .build/debug/$(PRODUCT) $(ARGS)

build: setup
	@if [ -n '$(STATIC)' ] && library=$$(clang -print-file-name=libstdc++.a 2>/dev/null); then \
		mkdir -p '$(STATIC)' && ln -sf "$$library" '$(STATIC)/'; fi
	@$(call build,$(SWIFT) build $(RELEASE),the release,$(PROGRAM))

test: setup
	@$(TESTS) && Scripts/run-tests .build/tests.log $(SWIFT) test --skip-build $(ARGS)

# A suite has the name of its file.
test-clients:
	@sh .ci/setup clients
	@suites=$$(grep -rl '[(.]clients' Tests --include='*Tests.swift' | sed 's|.*/||; s|[.]swift||' | paste -s -d '|' -) && \
	$(TESTS) && CLIENTS=1 Scripts/run-tests .build/test-clients.log $(SWIFT) test --skip-build --filter "[.]($$suites)/" $(ARGS)

# These targets always use todoshell, whatever PRODUCT is.
install dist deb man schema: PRODUCT = todoshell

install: build
	@Scripts/stage $(PROGRAM) '$(DESTDIR)$(PREFIX)'

uninstall:
	@Scripts/stage --remove '$(DESTDIR)$(PREFIX)'

dist: build
	@Scripts/dist $(PROGRAM) .build/dist

deb: build
	@sh .ci/setup deb
	@Scripts/deb $(PROGRAM) .build/dist

# Packages are reproducible: their files have the time of the last commit.
dist deb: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)

# Variables on the command line of make are in the environment, where any character is safe.
new:
	@Scripts/new "$$NAME" "$$FOLDER" "$$URL" "$$VERSION"

man: build
	@$(PROGRAM) --manual >Tests/TodoShellTests/Snapshots/todoshell.1
	@$(PROGRAM) --script-manual >Tests/TodoShellTests/Snapshots/todoscript.5

schema: build
	@$(PROGRAM) --event-schema >docs/events.schema.json

exported-tests:
	@$(TESTS) && UPDATE_EXPORTED_TESTS=1 $(SWIFT) test --skip-build --filter SwiftTestFileTests

documents:
	@$(TESTS) && UPDATE_DOCUMENTS=1 $(SWIFT) test --skip-build --filter '[.](DocumentTests|PictureTests)/'

# The documentation of the modules that programs import. Any warning is an error. Parameters are not validated, because
# those with the place of a call (`fileID`, `line`, …) are not documented.
docs: setup
	@rm -rf .build/site
	@$(call build,env TODOSHELL_DOCS=1 $(SWIFT) package --scratch-path .build/docs \
		--allow-writing-to-directory .build/site generate-documentation $(DOCUMENTED:%=--target %) \
		--enable-experimental-combined-documentation --disable-parameters-and-returns-validation \
		--warnings-as-errors --output-path .build/site,the documentation,.build/site)
	@echo "Start 'python3 -m http.server -d .build/site' and open http://localhost:8000/documentation" >&2

# Not part of the tests, because measurements depend on the machine and its load.
bench: build
	@Benchmarks/run $(PROGRAM) $(ARGS)

scale: PRODUCT = todoshell
scale: build
	@Scripts/scale $(PROGRAM) $(ARGS)

fuzz: setup
	@SWIFT='$(SWIFT)' Fuzzing/run '$(TARGET)' '$(or $(SECONDS),60)'

faults:
	@sh .ci/setup
	@$(TESTS) && FAULTS='$(or $(SCENARIO),all)' $(SWIFT) test --skip-build --filter FaultTests

signals: PRODUCT = todoshell
signals: build
	@Scripts/signals $(PROGRAM) '$(COUNT)'

soak:
	@for product in todoshell bookshell; do $(MAKE) --no-print-directory build PRODUCT=$$product || exit 1; done
	@Scripts/soak --seconds '$(or $(SECONDS),3600)' .build/run/release/todoshell .build/run/release/bookshell

portable: setup
	@sh .ci/setup portable
	@SWIFT='$(SWIFT)' Scripts/portable

sanitize: setup
	@for sanitizer in $(SANITIZER); do SWIFT='$(SWIFT)' Scripts/sanitize $$sanitizer $(ARGS) || exit 1; done

lint:
	@$(SWIFT) format lint --strict --recursive $(FORMATTED)

format:
	@$(SWIFT) format format --in-place --recursive $(FORMATTED)

clean:
	@rm -rf .build

setup:
	@sh .ci/setup
