import ArgumentParser
import Truths

/// The options of every command.
struct SharedOptions: ParsableArguments {
  @Flag(name: .long, help: "Print nothing; the exit code gives the result.")
  var quiet = false

  var output: Output { Output(isQuiet: quiet) }
}

/// The rule set that a command works with.
struct SetOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Truth files, job files, fixtures, folders of them, or bundles.", valueName: "path"), completion: .file())
  var paths: [String] = []

  /// Finds the files of the set.
  func project() throws -> Project { try Project(paths: paths) }
}

/// The rule set that a command decides with, given as arguments or by the option `--truths`.
struct DecidingSetOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Truth files, job files, fixtures, folders of them, or bundles.", valueName: "path"), completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Another way to give a path, as in other commands. It may be given several times.", valueName: "path"),
    completion: .file())
  var truths: [String] = []

  var all: [String] { paths + truths }

  /// Finds the files of the set.
  func project() throws -> Project { try Project(paths: all) }
}

/// Output formats of findings.
enum FindingsFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, sarif, github
}

extension Output {
  /// Prints findings to standard output: for people, nothing where there are none; in JSON and SARIF, always a complete
  /// document.
  func show(_ findings: Findings, as format: FindingsFormat) throws {
    // A quiet check formats no report; thousands of findings cost as much as the check.
    if isQuiet { return }
    switch format {
    case .human: try result(findings.text(isColored: Terminal.wantsColor))
    case .json: try result(findings.json)
    case .sarif: try result(findings.sarif)
    case .github: try result(findings.github)
    }
  }
}

/// The time of a run, and its proposer. A dry run takes them from the proposal by default; `--ledger` requires both.
struct OriginOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time of the run, such as 2025-01-31T12:00:00Z; clock for the system's time; or proposal to trust the proposal's time.",
      valueName: "time|clock|proposal"))
  var now: String?

  @Option(
    help: ArgumentHelp(
      "The proposer: an actor in a file or as JSON; or proposal to trust the actor that the proposal names.",
      valueName: "file|json|proposal"),
    completion: .file())
  var actor: String?

  func validate() throws {
    if let now, !["clock", "proposal"].contains(now), !RunInput.isTimestamp(now) {
      throw ValidationError(
        "--now \(Tool.visible(now)): write a timestamp such as 2025-01-31T12:00:00Z, clock for the system's time, or proposal "
          + "for the proposal's time"
      )
    }
  }

  /// Requires the actor and the time, because a ledger must record when a run was made, and by whom.
  func demand() throws {
    let missing = [now == nil ? "--now" : nil, actor == nil ? "--actor" : nil].compactMap { $0 }
    if missing.isEmpty { return }
    throw ValidationError(
      """
      --ledger keeps what is decided, and \(missing.joined(separator: " and ")) \(missing.count == 1 ? "is" : "are") missing. \
      Say when it is and who proposes,
        --now clock --actor '{"type":"user","user_id":"ann","roles":["accountant"]}'
      or trust the time and actor in each proposal, if it is your own or a history that you import:
        --now proposal --actor proposal
      """)
  }

  /// The time. `clock` is read here, and recorded like any other time.
  var moment: String? { now.map(Self.moment) }

  /// Returns a time from an option's text.
  static func moment(_ now: String) -> String { now == "clock" ? Today.moment : now }

  /// Returns the actor. A text that begins with a brace is JSON, any other the path of a file.
  func actor(in project: Project) throws -> RunActor? { try actor.map { try Self.actor($0, in: project) } }

  /// Returns an actor from an option's text.
  static func actor(_ actor: String, in project: Project) throws -> RunActor {
    if actor == "proposal" { return .proposal }
    if actor.utf8.first == UInt8(ascii: "{") { return .known(SourceText(path: "--actor", bytes: Array(actor.utf8))) }
    return .known(try project.readData(actor, limit: FileReader.fileLimit))
  }
}

/// The inputs of a run, without its limits.
struct GivenOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The proposal; - for standard input.", valueName: "file"), completion: .file())
  var proposal: String

  @Option(help: ArgumentHelp("The context: entries or facts as JSON Lines.", valueName: "file"), completion: .file())
  var context: String?

  @OptionGroup var documents: DocumentOptions

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set a policy for this run. It may be given several times.", valueName: "policy=value"))
  var settings: [String] = []

  @OptionGroup var origin: OriginOptions

  func validate() throws {
    for setting in settings { try Self.check(setting: setting) }
    if documents.readsStandardInput, proposal == "-" || context == "-" {
      throw ValidationError("standard input is either a document or something else")
    }
    if proposal == "-", context == "-" { throw ValidationError("standard input is either the proposal or the context") }
  }

  /// Checks the form of a policy's setting.
  static func check(setting: String) throws {
    if setting.utf8.dropFirst().contains(UInt8(ascii: "=")) { return }
    throw ValidationError("--set \(setting): write policy=value")
  }

  /// Returns the input of a run for proposals, without their context.
  func input(_ proposals: SourceText, in project: Project, for workspace: Workspace) throws -> RunInput {
    var input = RunInput(proposals: proposals)
    input.documents = try documents.read(in: project, for: workspace)
    input.policies = settings
    input.now = origin.moment
    input.actor = try origin.actor(in: project)
    return input
  }
}

/// The level of detail of an explanation.
struct ExplanationOptions: ParsableArguments {
  @Flag(help: "Also show the proposal and the clauses that hold or do not apply, with the value under each term.")
  var verbose = false

  @Flag(help: "Show the ids and hashes.")
  var proof = false

  var detail: ExplanationDetail {
    var detail = ExplanationDetail()
    (detail.isColored, detail.isVerbose, detail.showsProof) = (Terminal.wantsColor, verbose, proof)
    return detail
  }
}

/// Documents that sources read facts from.
struct DocumentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A document for the sources that name it: JSON, JSON Lines (.jsonl), a folder, which is the document of its files, or - for \
      standard input; may be given several times.
      """, valueName: "name=file"))
  var document: [String] = []

  @Option(
    help: ArgumentHelp(
      "The same, but a missing file gives no facts and does not end the command.", valueName: "name=file"))
  var optionalDocument: [String] = []

  func validate() throws {
    var names: Set<String> = []
    for (option, setting) in document.map({ ("--document", $0) }) + optionalDocument.map({ ("--optional-document", $0) }) {
      guard let (name, _) = Self.parts(setting) else { throw ValidationError("\(option) \(setting): write name=file") }
      guard names.insert(name).inserted else { throw ValidationError("\(option) \(setting): `\(name)` is given twice") }
    }
    if (document + optionalDocument).count(where: { $0.hasSuffix("=-") }) > 1 {
      throw ValidationError("standard input is one document alone")
    }
  }

  /// Whether any document was given.
  var isGiven: Bool { !(document + optionalDocument).isEmpty }

  /// Whether a document is standard input.
  var readsStandardInput: Bool { (document + optionalDocument).contains { $0.hasSuffix("=-") } }

  func read(in project: Project, for workspace: Workspace) throws -> [DocumentInput] {
    try document.compactMap { try read($0, isOptional: false, project, workspace) }
      + optionalDocument.compactMap { try read($0, isOptional: true, project, workspace) }
  }

  private func read(
    _ setting: String, isOptional: Bool, _ project: Project, _ workspace: Workspace
  ) throws -> DocumentInput? {
    guard let (name, path) = Self.parts(setting) else { return nil }
    let absolute = try FileSystem.absolute(path)
    switch FileSystem.kind(of: absolute) {
    case .missing where isOptional && path != "-" && !FileSystem.isLink(absolute):
      // The file does not exist. If no source reads a document with this name, an empty one gets the finding about the name.
      if workspace.reads(document: name) { return nil }
      return DocumentInput(setting: setting, content: .text(SourceText(path: project.shown(absolute), bytes: Array("{}".utf8))))
    case .directory where path != "-":
      let files = try project.listing(absolute, hasContent: workspace.readsContent(ofDocument: name))
      return .listing(setting: setting, path: project.shown(absolute), files: files)
    default:
      return DocumentInput(setting: setting, content: .text(try project.readData(path, limit: FileReader.fileLimit)))
    }
  }

  /// Splits `name=file` into the name and the file.
  private static func parts(_ setting: String) -> (name: String, path: String)? {
    guard let equals = setting.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let (name, path) = (String(setting[..<equals]), String(setting[setting.utf8.index(after: equals)...]))
    return name.isEmpty || path.isEmpty ? nil : (name, path)
  }
}

extension Project {
  /// Returns all files below a directory as a document lists them, with the content of JSON files if requested.
  ///
  /// As everywhere, names with a leading dot are skipped, and anything other than files and directories is refused.
  func listing(_ directory: String, hasContent: Bool) throws -> [ListedFile] {
    try FileTree.everyFile(below: directory).map { path in
      let below = PathText.shown(path, from: directory)
      let size = FileSystem.size(of: path)
      guard hasContent, path.hasSuffix(".json"), size <= FileReader.documentLimit else {
        return ListedFile(path: below, size: size)
      }
      let bytes = try FileReader.read(path, shown: shown(path), limit: FileReader.fileLimit)
      return ListedFile(path: below, size: size, content: SourceText(path: shown(path), bytes: bytes))
    }
  }
}

/// Time to wait for another process that writes to the ledger.
struct LockOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The time to wait for another process that writes to the ledger, in seconds.", valueName: "seconds"))
  var lockTimeout = AtomicFile.lockTimeout

  func validate() throws {
    if lockTimeout < 0 { throw ValidationError("--lock-timeout \(lockTimeout): a time is not negative") }
  }
}
