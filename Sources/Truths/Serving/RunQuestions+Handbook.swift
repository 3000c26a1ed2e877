import TruthsFindings
import TruthsHandbook
import TruthsJSON

/// The handbook of the rules in force, as canonical JSON (server §11.4).
public struct RunHandbook: Sendable {
  /// The hash of the rules.
  public let truths: String
  /// The title, and the chapters with their headings.
  public let index: [UInt8]
  /// The chapters by name.
  public let chapters: [String: [UInt8]]
}

/// Explains the rules to people.
extension RunQuestions {
  /// Returns the handbook of the rules in force. It is the same for every actor, and has no examples: fixtures are no part of
  /// the rules that a session has.
  ///
  /// - Throws: the findings of a set with errors.
  /// - Complexity: O(size of the set), much more than one answer; keep it.
  public func handbook() throws(Findings) -> RunHandbook {
    let made = try workspace.handbook()
    let truths = procedure.truthsHash
    func bytes(_ object: JSONObject) -> [UInt8] { object.merging(["truths": .text(truths)]).canonical() }
    let chapters = made.jsonChapters.map { ($0.name, bytes($0.chapter)) }
    return RunHandbook(truths: truths, index: bytes(made.jsonIndex), chapters: Dictionary(uniqueKeysWithValues: chapters))
  }
}
