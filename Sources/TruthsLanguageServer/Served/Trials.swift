import Truths
import TruthsJSON
import TruthsProgram
import TruthsText

/// A proposal that a user tries out against a rule set, and the context on which it is decided, as paths.
struct Trial: Hashable {
  /// The path of the proposal; `nil` if only a context is open.
  var proposal: String?
  var context: String

  /// The scratch proposal and its context, which every project may have.
  static let scratch = Trial(proposal: ScratchFiles.proposal, context: ScratchFiles.context)

  init(proposal: String?, context: String) {
    self.proposal = proposal
    self.context = context
  }

  /// Creates the trial of a proposal on the `context.jsonl` in the same folder.
  init(beside proposal: String) {
    let folder = proposal.utf8.lastIndex(of: UInt8(ascii: "/")).map { proposal[...$0] } ?? ""
    self.init(proposal: proposal, context: folder + Self.contextName)
  }

  /// Reads the settings `proposal` and `context`.
  ///
  /// - Returns: `nil` where they name no file.
  init?(settings: JSONValue?) {
    func path(_ name: String) -> String? { settings?[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    let proposal = path("proposal")
    guard let context = path("context") ?? proposal.map({ Trial(beside: $0).context }) else { return nil }
    self.init(proposal: proposal, context: context)
  }

  /// The file name of a context that belongs to the proposals in its folder.
  static let contextName = "context.jsonl"

  /// Returns whether a path has the file name of a trial's context.
  static func isContext(_ path: String) -> Bool { path == contextName || path.hasSuffix("/" + contextName) }
}

/// The proposals that a user tries out against a rule set, with their contexts: the scratch files, the files that the settings
/// name, and the open documents that are proposals or contexts.
struct Trials {
  enum Role { case proposal, context }

  /// The texts of the files, by path.
  private(set) var texts: [String: [UInt8]] = [:]
  private var named: Trial?
  /// The trials of open documents, by the path of the document.
  private var opened: [String: Trial] = [:]

  /// Every trial: the scratch files first, then those of the settings, then those of open documents.
  var all: [Trial] {
    ([.scratch, named].compactMap(\.self) + opened.sorted { $0.key < $1.key }.map(\.value)).uniqued()
  }

  /// The paths of the files of all trials, including files that do not exist.
  var paths: [String] { all.flatMap { [$0.proposal, $0.context].compactMap(\.self) }.uniqued() }

  /// Returns the role of a file in the trials; `nil` if no trial has the file.
  func role(of path: String) -> Role? {
    let all = all
    if all.contains(where: { $0.proposal == path }) { return .proposal }
    return all.contains { $0.context == path } ? .context : nil
  }

  /// Returns whether an open document is a trial, which ends when the document is closed.
  func isOpen(_ path: String) -> Bool { opened[path] != nil }

  /// The texts of the trials.
  var sources: [(proposal: SourceText?, context: SourceText?)] {
    func text(_ path: String?) -> SourceText? {
      path.flatMap { path in texts[path].map { SourceText(path: path, bytes: $0) } }
    }
    return all.map { (text($0.proposal), text($0.context)) }
  }

  mutating func put(_ path: String, _ bytes: [UInt8]?) { texts[path] = bytes }

  /// Reads the files of the scratch trial.
  init(reading bytes: (String) -> [UInt8]?) { read(bytes) }

  /// Replaces the trial of the settings.
  mutating func name(_ trial: Trial?, reading bytes: (String) -> [UInt8]?) {
    named = trial
    read(bytes)
  }

  /// Adds the trial of an open document, or removes it.
  mutating func open(_ path: String, _ trial: Trial?, reading bytes: (String) -> [UInt8]?) {
    opened[path] = trial
    read(bytes)
  }

  /// Reads the files that trials have newly named, and drops the files that no trial names any more.
  private mutating func read(_ bytes: (String) -> [UInt8]?) {
    let paths = paths
    for path in paths where texts[path] == nil { texts[path] = bytes(path) }
    let wanted = Set(paths)
    texts = texts.filter { wanted.contains($0.key) }
  }
}

/// The trials of a project.
extension ServedProject {
  /// Checks whether an open document is a proposal or a context of proposals. If it is, it stays a trial until it is closed.
  ///
  /// - Returns: whether it is a trial now.
  func tries(_ shown: String, _ bytes: [UInt8]) -> Bool {
    if root.isEmpty || shown.hasPrefix("/") || shown.hasPrefix("Fixtures/") || fixtures[shown] != nil { return false }
    if trials.role(of: shown) != nil { return true }
    if Trial.isContext(shown) {
      open(Trial(proposal: nil, context: shown), at: shown)
      return true
    }
    guard shown.hasSuffix(".json") else { return false }
    // The JSON of a proposal that is being written need not be valid yet.
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), let start = bytes.firstIndex(of: UInt8(ascii: "{")),
      let action = DataOutline(bytes, at: start + 1).frames.first?.members["action"],
      program.intents.contains(where: { $0.isProposed(by: action) })
    else { return false }
    open(Trial(beside: shown), at: shown)
    return true
  }
}
