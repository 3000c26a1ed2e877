"use strict";

// Runs commands of `truths`, without a shell.

const { execFile } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

const SECONDS = 60;

/** The folder around a file that holds `truths/` or `truths.yaml`, as the command looks for it; else the file's own. */
function projectAround(file) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const hasSet = fs.existsSync(path.join(folder, "truths.yaml")) || isFolder(path.join(folder, "truths"));
    if (hasSet) return folder;
    if (folder === path.dirname(folder)) return path.dirname(file);
  }
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
 * @returns `{ status, output, remarks }`; `failure` where it could not be run, or was ended.
 */
function run(args, folder, signal) {
  const command = vscode.workspace.getConfiguration("truths").get("path") || "truths";
  return new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, timeout: SECONDS * 1000, signal, windowsHide: true };
    execFile(command, args, options, (error, output, remarks) => {
      if (!error) return resolve({ status: 0, output, remarks });
      if (typeof error.code === "number") return resolve({ status: error.code, output, remarks });
      const failure = error.killed ? `\`${command} ${args[0]}\` took longer than ${SECONDS} seconds` : error.message;
      resolve({ failure, output, remarks });
    });
  });
}

module.exports = { run, projectAround };
