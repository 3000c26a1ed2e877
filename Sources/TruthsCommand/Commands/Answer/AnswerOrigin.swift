import ArgumentParser
import Truths

/// When an answer is given, and by whom. Both have to be said: an answer has no word of its own about either.
struct AnswerOrigin: ParsableArguments {
  @Option(
    help: ArgumentHelp("The moment, such as 2025-01-31T12:00:00Z; or clock, the system's.", valueName: "time|clock"))
  var now: String?

  @Option(help: ArgumentHelp("Who answers: an actor in a file or as JSON.", valueName: "file|json"), completion: .file())
  var actor: String?

  func validate() throws {
    let missing = [now == nil ? "--now" : nil, actor == nil ? "--actor" : nil].compactMap { $0 }
    if !missing.isEmpty {
      throw ValidationError(
        """
        The ledger keeps when this was said, and by whom: \(missing.joined(separator: " and ")) \
        \(missing.count == 1 ? "is" : "are") missing. Write, for example,
          \(Self.example)
        """)
    }
    if let now, now != "clock", !RunInput.isTimestamp(now) {
      throw ValidationError(
        "--now \(Tool.visible(now)): it is no timestamp such as 2025-01-31T12:00:00Z, nor clock (the system's)")
    }
    if actor == "proposal" {
      throw ValidationError("--actor proposal: an answer has no word of its own. Write, for example,\n  \(Self.example)")
    }
  }

  private static let example = #"--now clock --actor '{"type":"user","user_id":"ann","roles":["accountant"]}'"#

  /// The moment; the clock is read here, and written down like any other.
  var moment: String? { now.map(OriginOptions.moment) }

  /// The actor.
  func actor(in project: Project) throws -> RunActor? { try actor.map { try OriginOptions.actor($0, in: project) } }
}
