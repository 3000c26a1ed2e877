import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// Rules without errors that wait to be adopted, as `GET /truths/pending` tells them.
public struct PendingRules: Sendable {
  /// The rules.
  public let rules: RuleSet
  private let since: Timestamp
  /// What they decide otherwise than those in force; `nil` until somebody has compared them.
  private var difference: JSONValue?

  /// - Parameters:
  ///   - since: when they came up, in milliseconds since 1970.
  /// - Throws: that the moment is none (``NoMoment``).
  public init(_ rules: RuleSet, since: Int) throws(NoMoment) {
    guard let moment = Timestamp(milliseconds: Int64(since)) else { throw NoMoment(milliseconds: since) }
    self.rules = rules
    self.since = moment
  }

  /// What they decide otherwise than those in force, as `truths diff --format json` prints it.
  ///
  /// - Parameter report: of ``Workspace/difference(from:oldFixtures:fixtures:)``, which may take long.
  public mutating func take(_ report: DifferenceReport) {
    guard case .success(let json) = JSONReader.read(DataBytes(Array(report.json.utf8)), of: FileID(0)) else { return }
    difference = json.value
  }

  /// `truths`, `since`, `packs`, `diff` (`null` while it is worked out), `replay`, `shadow`, canonical JSON.
  ///
  /// - Parameter readable: the organisations whose decisions are told.
  public func json(_ report: TrialReport, readable: [String?]) -> [UInt8] {
    let object: JSONObject = [
      "truths": .text(rules.hash), "since": .text(since.text), "packs": RulesInForce.packs(of: rules.workspace.loaded.program),
      "diff": difference ?? .null, "replay": .object(report.replayJSON(readable)), "shadow": .object(report.shadowJSON(readable)),
    ]
    return JSONValue.object(object).canonical()
  }
}
