import TruthsCheck
import TruthsJSON
import TruthsRuntime
import TruthsText

extension RunReport {
  /// The facts of a type after a run.
  public enum Facts: Sendable {
    /// Their fields as JSON: one fact over several lines, several facts one a line.
    case found(String)
    /// No pack declares the type.
    case unknown(nearest: String?)
    /// The truths that derive them contradict each other, or lack something.
    case faulty(String)
    /// Nobody can tell after which of several runs.
    case severalRuns
  }

  /// The facts of a type as they are after the one run, whatever it came to; those of a derived type are worked out.
  public func facts(ofType name: String) -> Facts {
    guard let after, let outcome = outcomes.first else { return .severalRuns }
    let types = procedure.program.facts
    let bare = name.hasPrefix("fact.") ? String(name.dropFirst(5)) : name
    guard let type = types.firstIndex(where: { $0.name == bare || "\($0.pack).\($0.name)" == bare }) else {
      return .unknown(nearest: nearestName(to: bare, among: types.map(\.name)))
    }
    let (facts, faults) = procedure.contents(of: type, in: after, now: outcome.run.lastActivity)
    if let fault = faults.first { return .faulty(fault) }
    let values = facts.map { JSONValue.object($0) }
    return .found(values.map { values.count == 1 ? $0.lines : $0.line }.joined())
  }
}
