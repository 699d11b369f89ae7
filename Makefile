# The thin front door. CMake does the building, tools/setup.sh brings what is needed, tests/run.sh runs the tests.
SHELL := /bin/bash
.DEFAULT_GOAL := help
JOBS ?= $(shell nproc)
export PATH := $(CURDIR)/.deps/venv/bin:$(PATH)
# One after the other, even under make -j: the steps share folders, and tests share the machine.
.NOTPARALLEL:

.PHONY: help setup build demo gallery tables test test-long test-applications bench lint format prefix clean distclean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## bring tools, libraries and two MPIs into .deps/
	@tools/setup.sh

build: setup ## build everything into build/release
	@tools/build.sh release $(JOBS)

demo: build ## the main job: slow collectives, native against Hocket, with a report in build/demo/report.html
	@examples/demo.sh

gallery: build ## published measurements beside simulated ones, in build/gallery/index.html (FULL_RING=1: minutes more)
	@PYTHONPATH=python python -m hocket.gallery $(if $(FULL_RING),--full-ring)

tables: build ## simulate again what the tables in data/tables/ say (TABLES="aurora gigabit": only these)
	@tools/make-tables.py $(TABLES)

test: build ## the tests that every change must pass (half an hour on two cores, after two builds)
	@tools/setup.sh --cuda
	@tools/build.sh release $(JOBS) benchmarks
	@tools/build.sh asan $(JOBS)
	@tests/run.sh quick

test-long: ## the wide tests: more libraries, more ranks, all sanitizers
	@tools/setup.sh --long --cuda
	@tools/build.sh release $(JOBS)
	@tools/build.sh asan $(JOBS)
	@tools/build.sh tsan $(JOBS)
	@tests/run.sh long

test-applications: build ## programs of others, natively and under Hocket, with the same results
	@tools/setup.sh --applications
	@python tests/applications/run.py

bench: build ## the cost of the core, then docs/performance.md: beside the best MPI library here and the machine itself
	@tools/setup.sh --long
	@tools/build.sh release $(JOBS) benchmarks
	@build/release/bin/bench-core --benchmark_filter='-line|switch|copies'
	@PYTHONPATH=python python bench/performance.py -o docs/performance.md

lint: ## layout and static checks; changes nothing
	@tools/setup.sh --lint
	@tools/lint.sh

format: ## lay out all sources
	@tools/setup.sh --lint
	@tools/lint.sh --fix

prefix: build ## install: make prefix PREFIX=DIR
	@tools/prefix.sh "$(PREFIX)"

clean: ## remove what was built
	rm -rf build

distclean: clean ## remove also what setup brought
	rm -rf .deps
