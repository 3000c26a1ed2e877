SHELL := /bin/bash

.PHONY: run test build setup
