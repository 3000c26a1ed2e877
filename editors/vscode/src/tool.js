"use strict";

// Runs commands of `truths`, without a shell.

const { execFile } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

const SECONDS = 60;

/** The folder around a file that holds `truths/` or `truths.yaml`, as the command looks for it; `undefined` where there is none. */
function setAround(file) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const hasSet = fs.existsSync(path.join(folder, "truths.yaml")) || isFolder(path.join(folder, "truths"));
    if (hasSet) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** The same; else the file's own folder. */
function projectAround(file) {
  return setAround(file) || path.dirname(file);
}

function isFolder(name) {
  try {
    return fs.statSync(name).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Runs a command.
 *
 * @param seconds how long it may take; 0: until `signal` ends it.
 * @returns `{ status, output, remarks }`; `failure` where it could not be run, or was ended.
 */
function run(args, folder, signal, seconds = SECONDS) {
  const command = vscode.workspace.getConfiguration("truths").get("path") || "truths";
  return new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, timeout: seconds * 1000, signal, windowsHide: true };
    execFile(command, args, options, (error, output, remarks) => {
      if (!error) return resolve({ status: 0, output, remarks });
      if (typeof error.code === "number") return resolve({ status: error.code, output, remarks });
      const failure = error.killed ? `\`${command} ${args[0]}\` took longer than ${seconds} seconds` : error.message;
      resolve({ failure, output, remarks });
    });
  });
}

module.exports = { run, projectAround, setAround };
