import TruthsCheck
import TruthsText

extension Evaluator {
  /// Kleene's connectives: what one side settles stays settled where the other is unknown.
  mutating func logic(_ node: Node) -> Value {
    switch node {
    case .not(let operand): return not(value(operand))
    case .and(let left, let right):
      let first = value(left)
      if first == .boolean(false) { return first }
      let second = value(right)
      if second == .boolean(false) { return second }
      return first.isMissing ? first : second
    case .or(let left, let right): return either(value(left), right)
    case .implies(let left, let right): return either(not(value(left)), right)
    default: return .missing(.absent)
    }
  }

  func not(_ value: Value) -> Value {
    if case .boolean(let truth) = value { return .boolean(!truth) }
    return value
  }

  private mutating func either(_ first: Value, _ right: Node) -> Value {
    if first == .boolean(true) { return first }
    let second = value(right)
    if second == .boolean(true) { return second }
    return first.isMissing ? first : second
  }

  /// A comparison; missing with the cause of its first missing side.
  func compare(_ comparison: Comparison, _ left: Value, _ right: Value) -> Value {
    if left.isMissing { return left }
    if right.isMissing { return right }
    switch comparison {
    case .equal: return .boolean(same(left, right))
    case .notEqual: return .boolean(!same(left, right))
    case .less: return .boolean(precedes(left, right))
    case .lessOrEqual: return .boolean(!precedes(right, left))
    case .greater: return .boolean(precedes(right, left))
    case .greaterOrEqual: return .boolean(!precedes(left, right))
    }
  }

  /// Whether two values that are there are the same; inside records two left-out fields are the same.
  func same(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.missing, .missing): true
    case (.record(let one), .record(let other)):
      one.type == other.type && zip(one.fields, other.fields).allSatisfy { same($0, $1) }
    case (.list(let one), .list(let other)): one.count == other.count && zip(one, other).allSatisfy { same($0, $1) }
    default: left == right
    }
  }

  /// The order of numbers, texts (by scalar), dates, timestamps, durations and ordered enums.
  func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.number(let one), .number(let other)): one < other
    case (.text(let one), .text(let other)): one < other
    case (.date(let one), .date(let other)): one < other
    case (.timestamp(let one), .timestamp(let other)): one < other
    case (.duration(let one), .duration(let other)): one < other
    case (.enumeration(let one), .enumeration(let other)): one.ordinal < other.ordinal
    default: false
    }
  }

  /// `in`, `contains`, `like` and `empty`.
  mutating func test(_ node: Node) -> Value {
    switch node {
    case .isIn(let element, let list): return membership(of: value(element), in: value(list))
    case .contains(let container, let part):
      let whole = value(container)
      let wanted = value(part)
      guard case .text(let text) = whole else { return membership(of: wanted, in: whole) }
      guard case .text(let piece) = wanted else { return wanted }
      return .boolean(text.contains(piece))
    case .like(let text, let pattern):
      let subject = value(text)
      let shape = value(pattern)
      guard case .text(let subject) = subject else { return subject }
      guard case .text(let shape) = shape else { return shape }
      return .boolean(subject.matches(pattern: shape))
    case .isEmpty(let operand):
      switch value(operand) {
      case .text(let text): return .boolean(text.string.isEmpty)
      case .list(let elements): return .boolean(elements.isEmpty)
      case let other: return other
      }
    default: return .missing(.absent)
    }
  }

  private func membership(of element: Value, in list: Value) -> Value {
    if element.isMissing { return element }
    guard case .list(let elements) = list else { return list }
    return .boolean(elements.contains { same($0, element) })
  }
}
