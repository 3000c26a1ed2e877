import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// Drafts that change the results of comparisons and other tests.
extension RepairFrame {
  func drafts(comparing comparison: Comparison, _ left: Node, _ right: Node, _ wanted: Bool) -> [Scenario] {
    let (leftValue, rightValue) = (value(left), value(right))
    let sought = wanted ? comparison : comparison.negated
    if leftValue.isMissing || rightValue.isMissing {
      // A side with a value determines the value of the missing side.
      let fromConstants =
        leftValue.isMissing
        ? rightValue.isMissing ? [] : values(sought, rightValue.plain).flatMap { drafts(giving: left, $0) }
        : values(sought.mirrored, leftValue.plain).flatMap { drafts(giving: right, $0) }
      let defined = drafts(defining: left) + drafts(defining: right)
      return sought == .equal ? fromConstants + defined : defined + fromConstants
    }
    let one = values(sought, rightValue.plain).flatMap { drafts(giving: left, $0) }
    let other = values(sought.mirrored, leftValue.plain).flatMap { drafts(giving: right, $0) }
    return one + other + varied(.compare(comparison, left, right))
  }

  /// Returns values for which a comparison with a given value is true.
  private func values(_ comparison: Comparison, _ value: Value) -> [Value] {
    switch comparison {
    case .equal, .lessOrEqual, .greaterOrEqual: [value]
    case .less: neighbours(of: value, isAbove: false)
    case .greater: neighbours(of: value, isAbove: true)
    case .notEqual: neighbours(of: value, isAbove: true) + neighbours(of: value, isAbove: false)
    }
  }

  /// Returns values one step above or below a value. A text has no steps, so for a text it is a different text.
  private func neighbours(of value: Value, isAbove: Bool) -> [Value] {
    func sum(_ up: Arithmetic, _ down: Arithmetic, _ steps: [Value]) -> [Value] {
      steps.map { self.value(.arithmetic(isAbove ? up : down, .constant(value), .constant($0))) }.filter { !$0.isMissing }
    }
    let day = TimeSpan(milliseconds: 86_400_000).map { Value.duration($0) }
    switch value {
    case .number: return sum(.add, .subtract, [.number(Decimal(1)), .number(Decimal(100))])
    case .date: return sum(.datePlusDuration, .dateMinusDuration, [day].compactMap(\.self))
    case .timestamp: return sum(.timestampPlusDuration, .timestampMinusDuration, [day].compactMap(\.self))
    case .duration: return sum(.addDurations, .subtractDurations, [day].compactMap(\.self))
    case .period: return sum(.addPeriods, .subtractPeriods, [Period(months: 1).map { Value.period($0) }].compactMap(\.self))
    case .time(let time):
      let other = isAbove ? time.milliseconds + 3_600_000 : time.milliseconds - 3_600_000
      return [TimeOfDay(milliseconds: Int64(other)).map { Value.time($0) }].compactMap(\.self)
    case .enumeration(let known):
      return program.enums[known.type].values.enumerated().filter {
        isAbove ? $0.offset > known.ordinal : $0.offset < known.ordinal
      }
      .map { .enumeration(EnumValue(type: known.type, ordinal: $0.offset, name: $0.element)) }
    case .text(let text): return isAbove ? [.text(Text("\(text.string)-2"))] : []
    case .boolean(let known): return isAbove ? [.boolean(!known)] : []
    default: return []
    }
  }

  /// Returns drafts that change the result of a test on a list or text.
  func drafts(testing test: Node, _ wanted: Bool) -> [Scenario] {
    switch test {
    case .isEmpty(let inner):
      if wanted { return drafts(giving: inner, emptied(value(inner))) }
      return drafts(filling: inner)
    case .isIn(let element, let list):
      let known = value(element)
      guard case .list(let elements) = value(list) else { return drafts(defining: list) + drafts(defining: element) }
      if !wanted { return neighbours(of: known.plain, isAbove: true).flatMap { drafts(giving: element, $0) } }
      let given = elements.prefix(4).flatMap { drafts(giving: element, $0) }
      return given + (known.isMissing ? drafts(defining: element) : drafts(giving: list, .list(elements + [known])))
    case .contains(let whole, let part): return drafts(whole, containing: part, wanted)
    case .call(.isEmail, let parts): return drafts(giving: parts[0], .text(wanted ? "ann@example.com" : "none"))
    case .call(.isLegible, let parts): return drafts(giving: parts[0], .text(wanted ? "text" : ""))
    case .call(.startsWith, let parts), .call(.endsWith, let parts):
      if value(parts[1]).isMissing { return drafts(defining: parts[1]) }
      return wanted ? drafts(giving: parts[0], value(parts[1])) : drafts(giving: parts[0], .text("text"))
    case .matches(let text, let pattern, let isPart):
      if !wanted { return Self.texts.flatMap { drafts(giving: text, $0) } }
      let named = fieldName(text).map { SampleValues.text($0) }.map { [$0, $0.uppercased()] } ?? []
      let fitting = named.map { Value.text(Text($0)) }.first {
        value(.matches(.constant($0), pattern, isPart: isPart)) == .boolean(true)
      }
      return drafts(giving: text, fitting ?? .text(Text(pattern.sample)))
    case .like(let text, let form):
      guard case .text(let form) = value(form) else { return drafts(defining: form) }
      let sample = Value.text(Text(Pattern.sample(ofWildcards: form.string)))
      return wanted ? drafts(giving: text, sample) : Self.texts.flatMap { drafts(giving: text, $0) }
    default: return test.children.flatMap { drafts(defining: $0) } + varied(test)
    }
  }

  /// Returns the name of the proposal's field whose value an expression gives; otherwise `nil`. The name leads to sample texts
  /// that people recognise.
  private func fieldName(_ node: Node) -> String? {
    guard case .slot(let slot) = node else { return nil }
    if fields.indices.contains(slot), let place = fields[slot] { return program.intents[repair.intent].fields[place].name }
    if let binding = binding(slot) { return fieldName(binding.node) }
    return argument(slot).flatMap { node, caller in caller.fieldName(node) }
  }

  /// Texts that few patterns match.
  private static let texts: [Value] = [.text("?"), .text(""), .text("text")]

  private func drafts(_ collection: Node, containing member: Node, _ wanted: Bool) -> [Scenario] {
    let memberValue = value(member)
    if memberValue.isMissing { return drafts(defining: member) }
    if repair.effort.remaining < 0 { return [] }
    switch value(collection) {
    case .list(let elements):
      let others = wanted ? elements + [memberValue] : elements.filter { $0 != memberValue }
      return drafts(giving: collection, .list(others)) + (wanted ? elements.prefix(4).flatMap { drafts(giving: member, $0) } : [])
    case .text(let text):
      guard case .text(let piece) = memberValue else { return [] }
      return drafts(giving: collection, .text(Text(wanted ? "\(text.string) \(piece.string)" : "text")))
    default:
      if elementType(of: collection) != nil { return drafts(giving: collection, .list(wanted ? [memberValue] : [])) }
      return drafts(defining: collection)
    }
  }

  private func emptied(_ value: Value) -> Value {
    switch value {
    case .text: .text("")
    case .map: .map([])
    default: .list([])
    }
  }

  private func drafts(filling node: Node) -> [Scenario] {
    switch value(node) {
    case .missing: return drafts(defining: node)
    case .text: return drafts(giving: node, .text("text"))
    default: return elementType(of: node).flatMap { repair.samples.typed($0) }.map { drafts(giving: node, .list([$0])) } ?? []
    }
  }

  // MARK: Other expressions

  /// Returns drafts with different values for everything that an expression reads.
  ///
  /// The values are the constants in the expression and in the tables that it calls, with their neighbours, and all values of
  /// enums.
  func varied(_ node: Node) -> [Scenario] {
    var read = ValuesRead()
    collect(node, &read)
    var drafts: [Scenario] = []
    for leaf in read.leaves.prefix(6) {
      let leafValue = value(leaf).plain
      if leafValue.isMissing {
        drafts += self.drafts(defining: leaf)
        continue
      }
      let alike = read.constants.filter { $0.isAlike(leafValue) }
      let near = alike.flatMap {
        [$0] + neighbours(of: $0, isAbove: true).prefix(1) + neighbours(of: $0, isAbove: false).prefix(1)
      }
      let others = near + neighbours(of: leafValue, isAbove: true) + neighbours(of: leafValue, isAbove: false)
      for other in others.prefix(24) where other != leafValue { drafts += self.drafts(giving: leaf, other) }
    }
    return drafts
  }

  /// The values and constants that an expression reads. Each is collected once, because `let`s and tables can be reached in
  /// many ways.
  private struct ValuesRead {
    var leaves: [Node] = []
    var constants: [Value] = []
    var tables: Set<Int> = []
    var slots: Set<Int> = []
  }

  private func collect(_ node: Node, _ read: inout ValuesRead) {
    switch node {
    case .constant(.list(let values)): read.constants += values
    case .constant(let value): read.constants.append(value.plain)
    case .slot(let slot):
      guard read.slots.insert(slot).inserted else { break }
      if let binding = binding(slot) { return collect(binding.node, &read) }
      if argument(slot) == nil { read.leaves.append(node) }
    case .lookUp, .field, .state, .builtin, .policy: if !read.leaves.contains(node) { read.leaves.append(node) }
    case .table(let index, _):
      guard read.tables.insert(index).inserted else { break }
      for row in program.tables[index].rows {
        for part in [row.condition, row.value].compactMap(\.self) { read.constants += part.constants }
      }
    default: break
    }
    for child in node.children { collect(child, &read) }
  }
}

extension Node {
  fileprivate var constants: [Value] {
    if case .constant(.list(let values)) = self { return values }
    if case .constant(let value) = self { return [value.plain] }
    return children.flatMap(\.constants)
  }
}

extension Value {
  /// Whether both values have the same kind.
  fileprivate func isAlike(_ other: Value) -> Bool {
    switch (self, other) {
    case (.number, .number), (.text, .text), (.date, .date), (.timestamp, .timestamp), (.duration, .duration), (.period, .period),
      (.time, .time), (.boolean, .boolean):
      true
    case (.enumeration(let one), .enumeration(let other)): one.type == other.type
    default: false
    }
  }
}
