import ArgumentParser
import Truths

/// When a run is, and who proposes. A dry run believes the proposal where nothing is said; what is appended wants both said.
struct OriginOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The moment of the run, such as 2025-01-31T12:00:00Z; clock, the system's; or proposal, to believe the proposal's own.",
      valueName: "time|clock|proposal"))
  var now: String?

  @Option(
    help: ArgumentHelp(
      "Who proposes: an actor in a file or as JSON; or proposal, to believe the proposal's own.",
      valueName: "file|json|proposal"),
    completion: .file())
  var actor: String?

  func validate() throws {
    if let now, !["clock", "proposal"].contains(now), !RunInput.isTimestamp(now) {
      throw ValidationError(
        "--now \(Tool.visible(now)): it is no timestamp such as 2025-01-31T12:00:00Z, nor clock (the system's) or "
          + "proposal (its own)"
      )
    }
  }

  /// A ledger is believed later: what is kept in one says when it was, and by whom.
  func demand() throws {
    let missing = [now == nil ? "--now" : nil, actor == nil ? "--actor" : nil].compactMap { $0 }
    if missing.isEmpty { return }
    throw ValidationError(
      """
      --append keeps what is decided, and \(missing.joined(separator: " and ")) \(missing.count == 1 ? "is" : "are") missing. \
      Say when it is and who proposes,
        --now clock --actor '{"type":"user","user_id":"ann","roles":["accountant"]}'
      or believe what each proposal says of itself, where it is your own or a history that you bring in:
        --now proposal --actor proposal
      """)
  }

  /// The moment; the clock is read here, and written down like any other.
  var moment: String? { now.map(Self.moment) }

  /// A moment as it is given.
  static func moment(_ now: String) -> String { now == "clock" ? Today.moment : now }

  /// The actor. What begins with a brace is JSON, anything else a file.
  func actor(in project: Project) throws -> RunActor? { try actor.map { try Self.actor($0, in: project) } }

  /// An actor as it is given.
  static func actor(_ actor: String, in project: Project) throws -> RunActor {
    if actor == "proposal" { return .proposal }
    if actor.utf8.first == UInt8(ascii: "{") { return .known(SourceText(path: "--actor", bytes: Array(actor.utf8))) }
    return .known(try project.readData(actor, limit: FileReader.fileLimit))
  }
}
