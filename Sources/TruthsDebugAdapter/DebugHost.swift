package import Truths
import TruthsJSON

/// Access to files for a debug adapter, which reads none itself.
package protocol DebugHost {
  /// Reads the files that a launch names.
  ///
  /// - Throws: the reason why a file cannot be read, with its path.
  func open(_ launch: DebugLaunch) throws(DebugLaunchFault) -> OpenedCase
}

/// The arguments of a launch: the proposal or fixture to decide, and the rules to use.
package struct DebugLaunch: Sendable {
  /// Folders or files of truths; empty for the project around the working directory.
  package var program: [String] = []
  package var proposal: String?
  package var context: String?
  /// The id of a fixture.
  package var fixture: String?
  var stopsOnEntry = false
  /// Whether the case is only decided, without stops.
  var isPlainRun = false

  /// Reads the arguments of the request.
  init(_ arguments: JSONValue) throws(DebugFault) {
    switch arguments["program"] {
    case nil, .null?: break
    case .string(let path)?: program = [path.string]
    case .array(let paths)?:
      for path in paths {
        guard let path = path.stringValue else { throw DebugFault("`program` is a path or a list of paths") }
        program.append(path)
      }
    default: throw DebugFault("`program` is a path or a list of paths")
    }
    proposal = try Self.text("proposal", arguments)
    context = try Self.text("context", arguments)
    fixture = try Self.text("fixture", arguments)
    stopsOnEntry = arguments["stopOnEntry"]?.isTrue ?? false
    isPlainRun = arguments["noDebug"]?.isTrue ?? false
    if (program + [proposal, context].compactMap(\.self)).contains("-") {
      throw DebugFault("standard input is what the editor talks over: give a file and not `-`")
    }
    if proposal == nil, fixture == nil { throw DebugFault("give a `proposal`, which is a file, or a `fixture`, which is an id") }
    if proposal != nil, fixture != nil { throw DebugFault("give either a `proposal` or a `fixture`, not both") }
    if fixture != nil, context != nil { throw DebugFault("a fixture has a context of its own: leave `context` out") }
  }

  private static func text(_ name: String, _ arguments: JSONValue) throws(DebugFault) -> String? {
    switch arguments[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text.string.isEmpty ? nil : text.string
    default: throw DebugFault("`\(name)` is a text")
    }
  }
}

/// The files of a launch.
package struct OpenedCase: Sendable {
  /// The absolute path of the folder that the paths of files are relative to.
  package var root: String
  package var workspace: Workspace
  package var proposal: SourceText?
  package var context: SourceText?
  package var fixtures: [SourceText]

  package init(root: String, workspace: Workspace, proposal: SourceText?, context: SourceText?, fixtures: [SourceText]) {
    self.root = root
    self.workspace = workspace
    self.proposal = proposal
    self.context = context
    self.fixtures = fixtures
  }
}

/// The reason why a launch fails.
package enum DebugLaunchFault: Error {
  case message(String)
  case findings(Findings)
}
