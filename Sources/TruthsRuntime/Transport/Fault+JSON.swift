package import TruthsJSON
import TruthsText

extension Fault {
  /// A fault from the object of a `fault` step.
  ///
  /// - Parameter actor: The client that the step names with `as`; it is the one meant where the object names no `client`.
  /// - Throws: ``SimulationError/badStep(_:)`` for an unknown kind or member, with the nearest name, and for a member of the
  ///   wrong kind.
  package init(json object: JSONObject, as actor: String?) throws(SimulationError) {
    guard let name = object.text("kind") else {
      throw .badStep("a fault needs a `kind`: \(Fault.kindNames.joined(separator: ", "))")
    }
    guard let kind = Kind(rawValue: name) else { throw Fault.unknown("fault", name, among: Fault.kindNames) }
    self.init(kind, client: actor)
    for member in object.members where member.name != "kind" { try take(member.name.string, member.value) }
  }

  private mutating func take(_ name: String, _ value: JSONValue) throws(SimulationError) {
    switch name {
    case "client":
      guard let text = value.stringValue else { throw .badStep("`client` is not a text") }
      client = text
    case "event_type":
      guard let type = value.stringValue.flatMap(Event.Kind.init(rawValue:)) else {
        throw .badStep("`event_type` is none of \(Event.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      eventType = type
    case "seq": seq = try Fault.number(name, value)
    case "after": after = try Fault.number(name, value)
    case "count": count = try Fault.number(name, value)
    case "seconds":
      guard case .number(let seconds) = value, let milliseconds = Simulation.milliseconds(seconds) else {
        throw .badStep("`seconds` is not a number of seconds from 0 to \(Simulation.longestAdvance / 1_000)")
      }
      duration = milliseconds
    case "transports":
      let names = value.arrayValue?.map { $0.stringValue.flatMap(TransportKind.init(name:)) } ?? [nil]
      guard names.allSatisfy({ $0 != nil }) else {
        throw .badStep("`transports` is not a list of \(TransportKind.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      transports = names.compactMap { $0 }
    default: throw Fault.unknown("member", name, among: Fault.memberNames)
    }
  }

  private static func number(_ name: String, _ value: JSONValue) throws(SimulationError) -> Int {
    guard let number = value.integerValue, number >= 0 else { throw .badStep("`\(name)` is not a whole number from 0") }
    return number
  }

  private static func unknown(_ what: String, _ name: String, among names: [String]) -> SimulationError {
    let nearest = nearestName(to: name, among: names)
    return .badStep("unknown \(what) `\(name)`" + (nearest.map { ", did you mean `\($0)`?" } ?? ""))
  }

  private static let kindNames = Kind.allCases.map(\.rawValue)
  /// What a `fault` step may name.
  package static let memberNames = ["kind", "client", "event_type", "seq", "after", "count", "seconds", "transports"]
}
