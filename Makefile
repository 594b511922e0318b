# `make run` and `make test` are all that a fresh Debian or Ubuntu with Swift needs: they install what is missing.
#
#   make run [ARGS="…"]         build the release, run it; standard input is passed through
#                               (PRODUCT=bookshell: the other example)
#   make test [ARGS="…"]        build and run every test
#   make install [PREFIX=/usr/local] [DESTDIR=…]    the program, its manuals, completions and examples (uninstall: away)
#   make dist                   a tarball of the same in .build/dist, for machines without Swift
#   make man | schema           write the snapshots of the manuals, or docs/events.schema.json, that the tests compare
#   make bench [ARGS=--update]  measure the release against baselines (and write Benchmarks/RESULTS.md)
#   make fuzz [TARGET=script]   look for input that it cannot stand (SECONDS=3600; script, action, expression or all)
#   make lint | format          check or rewrite the formatting
#   make clean                  remove what was built

.SUFFIXES:
.DEFAULT_GOAL := run
.PHONY: run build test install uninstall dist man schema bench fuzz lint format clean setup

SWIFT ?= swift
ARGS ?=
PRODUCT ?= todoshell
PREFIX ?= /usr/local
DESTDIR ?=
TARGET ?= all
SECONDS ?= 60
# A folder of its own: without swift-syntax the graph of the release is another one than that of the tests. With the
# sources of all modules in view, generic code is compiled for the feature's types: a command takes a fifth less. That
# accesses to memory do not overlap is checked in the release as well: an eighth more is the price of not being wrong.
RELEASE := -c release --static-swift-stdlib --scratch-path .build/run --product $(PRODUCT) \
	-Xswiftc -cross-module-optimization
PROGRAM := .build/run/release/$(PRODUCT)
FORMATTED := Sources Tests Benchmarks Fuzzing Package.swift

# What the build says goes to standard error, and only when it fails: standard output belongs to the shell.
run: build
	@exec $(PROGRAM) $(ARGS)

build: setup
	@log=$$(mktemp) && trap 'rm -f "$$log"' EXIT && \
	if [ -x $(PROGRAM) ]; then :; else echo "Building the release (some minutes, the first time) …" >&2; fi && \
	plugin=$$(SWIFT='$(SWIFT)' Scripts/macro-plugin </dev/null) && \
	{ CORE_MACROS_PLUGIN="$$plugin" $(SWIFT) build $(RELEASE) </dev/null >"$$log" 2>&1 || { cat "$$log" >&2; exit 1; }; }

test:
	@sh .ci/setup tests
	@$(SWIFT) build --build-tests
	@$(SWIFT) test --skip-build $(ARGS)

# What is installed is always todoshell, whatever product is built otherwise.
install dist man schema: PRODUCT = todoshell

install: build
	@Scripts/stage $(PROGRAM) '$(DESTDIR)$(PREFIX)'

uninstall:
	@Scripts/stage --remove '$(DESTDIR)$(PREFIX)'

dist: build
	@Scripts/dist $(PROGRAM) .build/dist

man: build
	@$(PROGRAM) --manual >Tests/TodoShellTests/Snapshots/todoshell.1
	@$(PROGRAM) --script-manual >Tests/TodoShellTests/Snapshots/todoscript.5

schema: build
	@$(PROGRAM) --event-schema >docs/events.schema.json

# Never part of the tests: what it measures depends on the machine and on what else that does.
bench: build
	@Benchmarks/run $(PROGRAM) $(ARGS)

fuzz: setup
	@SWIFT='$(SWIFT)' Fuzzing/run '$(TARGET)' '$(SECONDS)'

lint:
	@$(SWIFT) format lint --strict --recursive $(FORMATTED)

format:
	@$(SWIFT) format format --in-place --recursive $(FORMATTED)

clean:
	@rm -rf .build

setup:
	@sh .ci/setup
