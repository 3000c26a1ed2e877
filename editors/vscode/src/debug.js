"use strict";

// The debugger: `truths debug` for configurations of the type `truths`, and a configuration where there is none.

const vscode = require("vscode");
const tool = require("./tool.js");

const TYPE = "truths";

class Debugger {
  /** @param panel the "Decide" panel, which knows the proposal that is meant. */
  constructor(panel) {
    this.panel = panel;
    this.registrations = [
      vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, this),
      vscode.debug.registerDebugConfigurationProvider(TYPE, this),
    ];
  }

  dispose() {
    for (const registration of this.registrations) registration.dispose();
  }

  /** The program of the settings; what a workspace says of it is not asked. */
  createDebugAdapterDescriptor(session) {
    const command = vscode.workspace.getConfiguration("truths").get("path") || "truths";
    const folder = session.workspaceFolder;
    return new vscode.DebugAdapterExecutable(command, ["debug"], folder ? { cwd: folder.uri.fsPath } : undefined);
  }

  /** Fills what a configuration leaves out; without any proposal or fixture it asks for a proposal. */
  async resolveDebugConfiguration(folder, given) {
    const configuration = { type: TYPE, request: "launch", name: "Decide", ...given };
    if (!given.type) configuration.stopOnEntry = true;
    if (configuration.proposal || configuration.fixture) return this.within(folder, configuration);
    const proposal = this.panel.proposal() || (await this.panel.choose());
    // VS Code starts nothing.
    if (!proposal) return undefined;
    return this.within(folder, { context: this.panel.context(proposal), ...configuration, proposal });
  }

  within(folder, configuration) {
    if (configuration.program) return configuration;
    if (folder) return { ...configuration, program: folder.uri.fsPath };
    return configuration.proposal ? { ...configuration, program: tool.projectAround(configuration.proposal) } : configuration;
  }
}

module.exports = { Debugger };
