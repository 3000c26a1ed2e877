import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Checks declared names and ids against the rules of files §3.
struct NameRules: CheckPass {
  let session: CheckSession

  /// Names that no declaration may have, because clauses give them a meaning (files §3).
  static let reservedNames: Set<String> = ["proposal", "actor", "now", "start", "any", "entry"]

  /// Prefix that may precede a fact type without changing its meaning (files §3).
  static let factPrefix = "fact"

  func checkName(_ name: Name) {
    if name.text.utf8.count <= 8, Self.reservedNames.contains(name.text) {
      report(ReservedName.finding(name))
    } else if name.text.utf8.contains(where: { (0x41...0x5A).contains($0) }) {
      report(NotSnakeCase.finding(name))
    }
  }

  /// Checks the name of an enum or record: the name of a built-in type would always mean the built-in one.
  func checkTypeName(_ name: Name) {
    if TypeResolver.builtInTypes[name.text] != nil { report(ReservedName.builtInType(name)) } else { checkName(name) }
  }

  /// Checks the name of a fact type: its first segment must not be another pack's name, or `money.period.closed` would have two
  /// meanings.
  func checkFactName(_ name: Name, of pack: String) {
    let segments = name.text.segments
    if let first = segments.first, Self.reservedNames.contains(first) {
      report(ReservedName.finding(name))
    } else if segments.first == Self.factPrefix {
      report(ReservedName.prefix(name))
    } else if let first = segments.first, first != pack, names.isPack(first) {
      report(ReservedName.startsWithPack(name, pack: first))
    } else if segments.count == 2, names.lifecycles[segments[0]] != nil, ["state", "entered"].contains(segments[1]) {
      report(ReservedName.ofLifecycle(name, lifecycle: segments[0]))
    } else if name.text.utf8.contains(where: { (0x41...0x5A).contains($0) }) {
      report(NotSnakeCase.finding(name))
    }
  }

  /// Checks a field of a fact: `type` is reserved, because it is the fact's type in the ledger and wherever facts are given.
  ///
  /// - Returns: whether it cannot be a field.
  @discardableResult
  func checkFactField(_ name: Name) -> Bool {
    guard name.text == "type" else { return false }
    report(ReservedName.factField(name))
    return true
  }

  /// Checks a view. It has no entries, so it cannot come from outside, and cannot be immutable (declarations §7).
  func checkView(_ fact: Declared<FactDeclaration>) {
    if !fact.body.isDerived { return }
    if fact.body.isExternal { report(MisusedView.external(fact.name)) }
    if fact.body.isImmutable { report(MisusedView.immutable(fact.name)) }
  }

  /// Checks an explicit id: warns if it does not begin with its pack. Ids of the built-in pack are reserved for the engine.
  func checkID(_ id: Name, pack: String) {
    if id.text.hasPrefix("\(pack).") { return }
    if Self.isBuiltIn(id.text) {
      report(ConflictingID.builtIn(id, pack: ConvergePack.name))
    } else {
      report(ForeignID.finding(id, pack: pack))
    }
  }

  static func isBuiltIn(_ id: String) -> Bool { id.segments.first == ConvergePack.name }
}
