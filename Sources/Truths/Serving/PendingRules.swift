import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// Rules without errors that wait to be adopted, as `GET /truths/pending` returns them.
public struct PendingRules: Sendable {
  /// The waiting rules.
  public let rules: RuleSet
  private let since: Timestamp
  /// The difference to the rules in force as JSON; `nil` until it is computed.
  private var difference: JSONValue?

  /// - Parameters:
  ///   - since: time when the rules began to wait, in milliseconds since 1970.
  /// - Throws: ``NoMoment`` where the time is out of range.
  public init(_ rules: RuleSet, since: Int) throws(NoMoment) {
    guard let moment = Timestamp(milliseconds: Int64(since)) else { throw NoMoment(milliseconds: since) }
    self.rules = rules
    self.since = moment
  }

  /// Sets the difference to the rules in force, which `truths diff --format json` prints.
  ///
  /// - Parameter report: result of ``Workspace/difference(from:oldFixtures:fixtures:)``, which may take long.
  public mutating func take(_ report: DifferenceReport) {
    guard case .success(let json) = JSONReader.read(DataBytes(Array(report.json.utf8)), of: FileID(0)) else { return }
    difference = json.value
  }

  /// Returns `truths`, `since`, `packs`, `diff` (`null` until it is computed), `replay` and `shadow` as canonical JSON.
  ///
  /// - Parameter readable: the organisations whose decisions are included.
  public func json(_ report: TrialReport, readable: [String?]) -> [UInt8] {
    let object: JSONObject = [
      "truths": .text(rules.hash), "since": .text(since.text), "packs": RulesInForce.packs(of: rules.workspace.loaded.program),
      "diff": difference ?? .null, "replay": .object(report.replayJSON(readable)), "shadow": .object(report.shadowJSON(readable)),
    ]
    return JSONValue.object(object).canonical()
  }
}
