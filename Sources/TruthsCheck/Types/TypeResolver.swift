import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Resolves written types.
package struct TypeResolver: CheckPass {
  let session: CheckSession

  /// The built-in types (types §1), without units.
  static let builtInTypes: [String: ValueType] = [
    "text": .text, "integer": .integer(unit: nil), "decimal": .decimal(unit: nil), "boolean": .boolean, "date": .date,
    "timestamp": .timestamp, "duration": .duration, "period": .period, "time": .time, "json": .json,
  ]

  /// Whether a type of a name is built in.
  package static func isBuiltIn(_ name: String) -> Bool { builtInTypes[name] != nil }

  /// The type that a written type means in a pack; `.unknown` where it means none, which has been reported.
  func resolve(_ syntax: TypeSyntax, in scope: PackScope) -> ValueType {
    switch syntax.kind {
    case .error: .unknown
    case .list(let element): .list(resolve(element, in: scope))
    case .map(let element): .map(resolve(element, in: scope))
    case .named(let name, let unit): named(name, unit: unit, in: scope)
    }
  }

  private func named(_ name: Name, unit: Name?, in scope: PackScope) -> ValueType {
    guard let type = unitless(name, in: scope) else { return .unknown }
    guard let unit else { return type }
    switch type {
    case .integer: return .integer(unit: .named(unit.text))
    case .decimal: return .decimal(unit: .named(unit.text))
    case .unknown: return .unknown
    default:
      report(UnitMismatch.onType(unit: unit, type: name.text))
      return type
    }
  }

  private func unitless(_ name: Name, in scope: PackScope) -> ValueType? {
    if let builtIn = Self.builtInTypes[name.text] { return builtIn }
    if names.types[name.text] == nil, names.isUnread(name.text) { return nil }
    let parts = name.text.headAndRest
    if parts.count == 2 { return qualified(pack: parts[0], type: parts[1], name: name, in: scope) }
    let known = names.types[name.text] ?? []
    let own = known.filter { $0.pack == scope.name }
    let seen = own.isEmpty ? known.filter { scope.sees($0.pack) } : own
    if seen.count > 1 {
      report(
        AmbiguousName.found(name.text, root: name.text, at: name.span, seen.map { ("\($0.pack).\(name.text)", "type", nil) }))
      return nil
    }
    if let found = seen.first { return valueType(found.type, named: name) }
    if let other = known.first {
      report(UnusedPack.name(name.text, at: name.span, pack: other.pack, scope: scope.name))
    } else {
      report(UnknownType.found(name, among: candidates(visibleTypeNames(in: scope))))
    }
    return nil
  }

  private func qualified(pack: String, type: String, name: Name, in scope: PackScope) -> ValueType? {
    guard names.isPack(pack) else {
      report(UnknownType.found(name, among: candidates(visibleTypeNames(in: scope))))
      return nil
    }
    guard scope.sees(pack) else {
      report(UnusedPack.name(name.text, at: name.span, pack: pack, scope: scope.name))
      return nil
    }
    guard let found = names.types[type]?.first(where: { $0.pack == pack }) else {
      let near = nearestName(to: type, among: candidates(typeNames(of: pack))).map { ["\(pack).\($0)"] } ?? []
      report(UnknownType.found(name, among: near))
      return nil
    }
    return valueType(found.type, named: name)
  }

  private func valueType(_ type: NameTable.NamedType, named name: Name) -> ValueType {
    switch type {
    case .enumeration(let index):
      session.note(qualified: .enumeration(index), name.text, at: name.span)
      return .enumeration(index)
    case .record(let index):
      session.note(qualified: .record(index), name.text, at: name.span)
      return .record(index)
    }
  }

  private func typeNames(of pack: String) -> [String] {
    names.types.keys.filter { name in names.types[name]?.contains { $0.pack == pack } ?? false }.sorted()
  }

  /// Candidates for a nearest-name proposal.
  private func visibleTypeNames(in scope: PackScope) -> [String] {
    var candidates = Self.builtInTypes.keys.sorted()
    for name in names.types.keys.sorted() where names.types[name]?.contains(where: { scope.sees($0.pack) }) == true {
      candidates.append(name)
    }
    return candidates
  }
}

extension ValueType {
  /// Whether it is a number, with or without a unit.
  var isNumber: Bool {
    switch self {
    case .integer, .decimal: true
    default: false
    }
  }

  var isUnknown: Bool { self == .unknown }

  var isEnumeration: Bool {
    if case .enumeration = self { return true }
    return false
  }

  /// The unit of a number.
  package var unit: NumberUnit? {
    switch self {
    case .integer(let unit), .decimal(let unit): unit
    default: nil
    }
  }

  /// The type of a map's values.
  var mapped: ValueType? {
    if case .map(let element) = self { return element }
    return nil
  }

  /// The type of a list's elements.
  var element: ValueType? {
    switch self {
    case .list(let element): element
    case .unknown: .unknown
    default: nil
    }
  }

  /// The same number type with another unit; any other type unchanged.
  func with(unit: NumberUnit?) -> ValueType {
    switch self {
    case .integer: .integer(unit: unit)
    case .decimal: .decimal(unit: unit)
    default: self
    }
  }

  /// Whether a value of this type may stand where `other` is wanted: the same type, an integer for a decimal of the same unit, or
  /// a list of such.
  func fits(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): true
    case (.integer(let unit), .decimal(let wanted)): unit == wanted
    case (.list(let element), .list(let wanted)), (.map(let element), .map(let wanted)): element.fits(wanted)
    default: self == other
    }
  }

  /// The least type that both fit, if there is one.
  func joined(with other: ValueType) -> ValueType? {
    if isUnknown { return other }
    if other.isUnknown { return self }
    if case (.list(let left), .list(let right)) = (self, other) { return left.joined(with: right).map { .list($0) } }
    if case (.map(let left), .map(let right)) = (self, other) { return left.joined(with: right).map { .map($0) } }
    if fits(other) { return other }
    return other.fits(self) ? self : nil
  }

  /// Whether two types differ in nothing but the units of numbers.
  func differsOnlyInUnit(from other: ValueType) -> Bool {
    switch (self, other) {
    case (.list(let left), .list(let right)), (.map(let left), .map(let right)): left.differsOnlyInUnit(from: right)
    default: isNumber && other.isNumber && unit != other.unit
    }
  }
}

extension NumberUnit {
  /// How messages call it, where no field tells which unit it is.
  package var words: String {
    switch self {
    case .named(let name): name
    case .data: "a currency that is data"
    }
  }
}

extension ValueType {
  /// The unit of the number that it is, or of those that it is a list or map of.
  package var numberUnit: NumberUnit? {
    switch self {
    case .integer(let unit), .decimal(let unit): unit
    case .list(let element), .map(let element): element.numberUnit
    default: nil
    }
  }

  /// The name of its unit, where that is no data.
  var unitName: String? {
    if case .named(let name)? = numberUnit { return name }
    return nil
  }

  /// The same, with another unit of the number that it is, or of those that it is a list or map of.
  package func with(numberUnit unit: NumberUnit?) -> ValueType {
    switch self {
    case .list(let element): .list(element.with(numberUnit: unit))
    case .map(let element): .map(element.with(numberUnit: unit))
    default: with(unit: unit)
    }
  }
}

extension Program {
  /// Whether values of a type have an order (`<`, `min`, `max`, `by`, `is_sorted`): enums only when they say so.
  func isOrdered(_ type: ValueType) -> Bool {
    switch type {
    case .text, .integer, .decimal, .date, .timestamp, .duration, .period, .time, .unknown: true
    case .enumeration(let index): enums[index].isOrdered
    case .boolean, .json, .record, .list, .map, .fact: false
    }
  }
}

extension Program {
  /// How the type of a field is written: a unit that is data is called as the field beside it.
  package func name(of field: Field, from pack: String) -> String {
    guard let currency = field.currency else { return name(of: field.type, from: pack) }
    return name(of: field.type.with(numberUnit: .named(currency)), from: pack)
  }

  /// How a type is called in messages and in canonical declarations, seen from a pack: `decimal in eur`, `list of line_item`.
  package func name(of type: ValueType, from pack: String) -> String {
    switch type {
    case .text: "text"
    case .integer(let unit): unit.map { "integer in \($0.words)" } ?? "integer"
    case .decimal(let unit): unit.map { "decimal in \($0.words)" } ?? "decimal"
    case .boolean: "boolean"
    case .date: "date"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .period: "period"
    case .time: "time"
    case .json: "json"
    case .enumeration(let index): enums[index].pack == pack ? enums[index].name : "\(enums[index].pack).\(enums[index].name)"
    case .record(let index): records[index].pack == pack ? records[index].name : "\(records[index].pack).\(records[index].name)"
    case .list(let element): "list of \(name(of: element, from: pack))"
    case .map(let element): "map of \(name(of: element, from: pack))"
    case .fact(let index): "fact \(facts[index].name)"
    case .unknown: "unknown"
    }
  }
}
