import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Resolves written types to value types.
package struct TypeResolver: CheckPass {
  let session: CheckSession

  /// The built-in types (types §1), without units.
  static let builtInTypes: [String: ValueType] = [
    "text": .text, "integer": .integer(unit: nil), "decimal": .decimal(unit: nil), "boolean": .boolean, "date": .date,
    "timestamp": .timestamp, "duration": .duration, "period": .period, "time": .time, "json": .json,
  ]

  /// Whether a built-in type has the name.
  package static func isBuiltIn(_ name: String) -> Bool { builtInTypes[name] != nil }

  /// Returns the type that a written type means in a pack; `.unknown` after an error was reported.
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
    case .integer: return .integer(unit: .named(CompoundUnit(unit.text).name))
    case .decimal: return .decimal(unit: .named(CompoundUnit(unit.text).name))
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
    let sameNamed = names.types[name.text] ?? []
    let own = sameNamed.filter { $0.pack == scope.name }
    let seen = own.isEmpty ? sameNamed.filter { scope.sees($0.pack) } : own
    if seen.count > 1 {
      report(
        AmbiguousName.finding(name.text, root: name.text, at: name.span, seen.map { ("\($0.pack).\(name.text)", "type", nil) }))
      return nil
    }
    if let found = seen.first { return valueType(found.type, named: name) }
    if let other = sameNamed.first {
      report(UnusedPack.name(name.text, at: name.span, pack: other.pack, scope: scope.name))
    } else {
      report(UnknownType.finding(name, among: candidates(visibleTypeNames(in: scope))))
    }
    return nil
  }

  private func qualified(pack: String, type: String, name: Name, in scope: PackScope) -> ValueType? {
    guard names.isPack(pack) else {
      report(UnknownType.finding(name, among: candidates(visibleTypeNames(in: scope))))
      return nil
    }
    guard scope.sees(pack) else {
      report(UnusedPack.name(name.text, at: name.span, pack: pack, scope: scope.name))
      return nil
    }
    guard let declared = names.types[type]?.first(where: { $0.pack == pack }) else {
      let near = nearestName(to: type, among: candidates(typeNames(of: pack))).map { ["\(pack).\($0)"] } ?? []
      report(UnknownType.finding(name, among: near))
      return nil
    }
    return valueType(declared.type, named: name)
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

  private func visibleTypeNames(in scope: PackScope) -> [String] {
    var candidates = Self.builtInTypes.keys.sorted()
    for name in names.types.keys.sorted() where names.types[name]?.contains(where: { scope.sees($0.pack) }) == true {
      candidates.append(name)
    }
    return candidates
  }
}
