import TruthsJSON
import TruthsText

/// A path in a proposal: to a field of its intent, a part of a field, or a member of its envelope.
package struct ProposalPlace: Hashable, Sendable {
  /// One step of the path.
  package enum Step: Hashable, Sendable {
    case member(String)
    /// The index of the element, counted from 0.
    case element(Int)
  }

  package var steps: [Step]
  /// Whether the path leads into the envelope beside the fields, such as `consent` or `actor.roles`.
  package var isEnvelope = false

  /// The path to a field of the intent.
  package init(field: String) { steps = [.member(field)] }

  /// The path to a member of the envelope.
  package init(envelope: String...) {
    steps = envelope.map { .member($0) }
    isEnvelope = true
  }

  private init(_ steps: [Step], isEnvelope: Bool) {
    self.steps = steps
    self.isEnvelope = isEnvelope
  }

  package func member(_ name: String) -> ProposalPlace { ProposalPlace(steps + [.member(name)], isEnvelope: isEnvelope) }

  package func element(_ index: Int) -> ProposalPlace { ProposalPlace(steps + [.element(index)], isEnvelope: isEnvelope) }

  /// The path as text, such as `line_items[2].quantity`. Elements are counted from 1, as clauses count them.
  package var text: String {
    steps.enumerated().map { place, step in
      switch step {
      case .member(let name): place == 0 ? name : ".\(name)"
      case .element(let index): "[\(index + 1)]"
      }
    }.joined()
  }

  /// The name of the field, or of the envelope's member, at the beginning of the path.
  package var root: String {
    if case .member(let name)? = steps.first { return name }
    return ""
  }

  /// Whether one of the two paths is the beginning of the other, or both are equal.
  func overlaps(_ other: ProposalPlace) -> Bool {
    isEnvelope == other.isEnvelope && zip(steps, other.steps).allSatisfy { $0 == $1 }
  }

  /// Returns the value at the path; `nil` if the proposal has no value at it.
  func value(in record: JSONObject) -> JSONValue? {
    let start = isEnvelope ? record : record["payload"]?.objectValue ?? record
    return steps.reduce(.object(start) as JSONValue?) { value, step in
      switch step {
      case .member(let name): value?[name]
      case .element(let index): value?.arrayValue.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
    }
  }

  /// Returns the proposal with a new value at the path; the value `nil` removes the member or element.
  func setting(_ value: JSONValue?, in record: JSONObject) -> JSONObject {
    var changed = record
    if !isEnvelope, let payload = record["payload"]?.objectValue {
      changed["payload"] = Self.setting(value, at: steps[...], in: .object(payload))
      return changed
    }
    return Self.setting(value, at: steps[...], in: .object(record))?.objectValue ?? record
  }

  private static func setting(_ new: JSONValue?, at steps: ArraySlice<Step>, in value: JSONValue?) -> JSONValue? {
    guard let step = steps.first else { return new }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      var object = value?.objectValue ?? JSONObject()
      object[name] = setting(new, at: rest, in: object[name])
      return .object(object)
    case .element(let index):
      var elements = value?.arrayValue ?? []
      guard elements.indices.contains(index) else { return value }
      if let changed = setting(new, at: rest, in: elements[index]) {
        elements[index] = changed
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    }
  }
}
