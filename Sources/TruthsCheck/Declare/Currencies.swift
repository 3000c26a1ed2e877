import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Reports units with the name of an enum-typed field of another declaration (types §4.2). The author of `decimal in currency`
/// means such a field. But only a field of the same declaration makes the unit data; without it, the unit just has that name.
struct CurrencyPass: CheckPass {
  let session: CheckSession

  /// A field, input or policy with an enum type.
  private struct Named {
    /// The qualified name, such as `order.placed.currency`.
    var label: String
    var pack: String
    var type: ValueType
    var span: Span
  }

  func run() {
    let named = enumTypedNames()
    for fact in program.facts where fact.lifecycle == nil { checkKey(fact.key.map { fact.fields[$0] }, of: fact.name) }
    for lifecycle in program.lifecycles {
      for field in lifecycle.key where field.type.numberUnit == .data {
        report(UnitIsName.lifecycleKey(field.name, of: lifecycle.name, at: field.span))
      }
    }
    for record in declared.records { check(record.body.fields, of: record, named) }
    for fact in declared.facts { check(fact.body.fields, of: fact, named) }
    for intent in declared.intents { check(intent.body.fields, of: intent, named) }
    for policy in declared.policies { check(policy.body.type, of: policy, beside: [], named) }
    for table in declared.tables {
      check(table.body.inputs, of: table, named)
      switch table.body.outputs {
      case .one(let type): check(type, of: table, beside: table.body.inputs, named)
      case .several(let outputs): check(outputs, of: table, named)
      }
    }
  }

  /// Returns every field, input and policy with an enum type, by its name.
  private func enumTypedNames() -> [String: [Named]] {
    var namedByCurrency: [String: [Named]] = [:]
    func add(_ fields: [Field], of owner: String, in pack: String) {
      for field in fields where field.type.isEnumeration {
        namedByCurrency[field.name, default: []].append(
          Named(label: "\(owner).\(field.name)", pack: pack, type: field.type, span: field.span))
      }
    }
    for record in program.records.prefix(declared.records.count) { add(record.fields, of: record.name, in: record.pack) }
    for fact in program.facts where fact.lifecycle == nil { add(fact.fields, of: fact.name, in: fact.pack) }
    for intent in program.intents { add(intent.fields, of: intent.name, in: intent.pack) }
    for table in program.tables { add(table.inputs, of: table.name, in: table.pack) }
    for policy in program.policies where policy.type.isEnumeration {
      namedByCurrency[policy.name, default: []].append(
        Named(label: policy.qualifiedName, pack: policy.pack, type: policy.type, span: policy.span))
    }
    return namedByCurrency
  }

  private func check<Body>(_ fields: [FieldDeclaration], of owner: Declared<Body>, _ named: [String: [Named]]) {
    for field in fields { check(field.type, of: owner, beside: fields, named) }
  }

  /// Checks one type.
  ///
  /// - Parameter fields: the fields of the same declaration.
  private func check<Body>(
    _ type: TypeSyntax, of owner: Declared<Body>, beside fields: [FieldDeclaration], _ named: [String: [Named]]
  ) {
    guard let unit = type.unit, !owner.isBuiltIn else { return }
    let scope = names.scope(owner.pack)
    let parts = CompoundUnit(unit.text).parts
    if parts.count > 1 {
      let isData = { (part: String) in named[part]?.contains { scope.sees($0.pack) || $0.pack == owner.pack } ?? false }
      if let part = parts.first(where: isData) { report(UnitIsName.dataPart(part, of: unit, at: unit.span)) }
      return
    }
    if let beside = fields.first(where: { $0.name.text == unit.text }) {
      if case .named(let name, nil) = beside.type.kind, name.text == "text" {
        report(UnitIsName.text(unit, at: unit.span, declared: beside.name.span))
      }
      return
    }
    guard let other = named[unit.text]?.first(where: { scope.sees($0.pack) || $0.pack == owner.pack }) else { return }
    report(
      UnitIsName.lacking(
        unit, owner: owner.name.text, other: other.label, type: program.name(of: other.type, from: owner.pack),
        at: unit.span, declared: other.span))
  }

  /// Reports a key that has an amount but not its currency: one key would then stand for amounts in several currencies.
  private func checkKey(_ key: [Field], of owner: String) {
    for field in key {
      guard let currency = field.currency, !key.contains(where: { $0.name == currency }) else { continue }
      report(UnitIsName.notInKey(currency, amount: field.name, of: owner, at: field.span))
    }
  }
}
