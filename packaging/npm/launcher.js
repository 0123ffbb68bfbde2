#!/usr/bin/env node
// Runs the program that lies in the platform's package. npm installs the one that fits the machine, because each is an
// optional dependency that names its system. Exit status, signals, streams and working folder are the program's own.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const CANNOT_RUN = 2; // as the program says it
const platformPackage = `@decode-ledger/${process.platform}-${process.arch}`;

function findProgram() {
  try {
    return require.resolve(`${platformPackage}/bin/decode-ledger`);
  } catch {
    return null;
  }
}

function fail(message) {
  process.stderr.write(`error: ${message}\n`);
  process.exit(CANNOT_RUN);
}

const program = findProgram();
if (program === null) {
  fail(
    `the package ${platformPackage} is not installed: npm was told to leave out optional dependencies, or there is none` +
      " for this system (docs/install.md says how to build the program)",
  );
}

// The handlers stand before there is a child: a signal between the two would end us and leave the child alone.
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
const forward = (signal) => child.kill(signal);
forwarded.forEach((signal) => process.on(signal, forward));
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });

child.on("error", (problem) => fail(`cannot run ${program}: ${problem.message}`));
child.on("exit", (status, signal) => {
  if (signal === null) {
    process.exit(status);
  }
  // Whoever waits for us must see the same death; a signal that does not end us is told as shells tell it.
  forwarded.forEach((name) => process.removeListener(name, forward));
  process.kill(process.pid, signal);
  setTimeout(() => process.exit(128 + constants.signals[signal]), 1000);
});
