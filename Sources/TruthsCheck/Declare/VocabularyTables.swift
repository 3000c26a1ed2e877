import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The first pass: fills the program's tables of packs, types, facts, intents, policies and lifecycles, and the signatures of
/// tables.
///
/// Enums come first, then records, because defaults are read as the types of their places.
struct VocabularyPass: CheckPass {
  let session: CheckSession

  var rules: NameRules { NameRules(session: session) }

  func run() {
    program.packs = declared.packs.map { pack in
      checkUses(pack)
      return PackInfo(
        name: pack.name.text, version: pack.body.version?.text, uses: pack.body.uses.map(\.text), span: pack.keySpan)
    }
    let ofTrust = declared.roles.filter { $0.pack == ConvergePack.trust }
    program.roles = (ofTrust + declared.roles.filter { $0.pack != ConvergePack.trust }).map(\.name.text)
    program.enums = declared.enums.enumerated().map { enumType($0.element, index: $0.offset) }
    tables.members.addEnums(of: program)
    program.records = declared.records.map { record in
      rules.checkTypeName(record.name)
      return RecordType(
        name: record.name.text, pack: record.pack, isOpen: record.body.isOpen, fields: [], span: record.keySpan)
    }
    for (index, record) in declared.records.enumerated() {
      program.records[index].fields = fields(record.body.fields, of: record, in: .record)
    }
    program.facts = declared.facts.enumerated().map { factType($0.element, index: $0.offset) }
    resolveIntents()
    program.policies = declared.policies.map(policyType)
    CalendarPass(session: session).run()
    LifecyclePass(session: session).run()
    tables.members.addEnums(of: program)
    resolveTables()
    program.factRecords = program.facts.indices.map { program.records.count + $0 }
    program.records += program.facts.map {
      RecordType(name: $0.name, pack: $0.pack, fields: $0.fields, span: $0.span)
    }
    tables.members.addFields(of: program)
    CurrencyPass(session: session).run()
    AccessPass(session: session).run()
    session.keepVocabulary()
  }

  /// Fills the table of intents. In parallel, because a set can have as many intents as truths.
  private func resolveIntents() {
    let tables = tables
    func resolved(_ index: Int, _ session: CheckSession) -> (session: CheckSession, type: IntentType) {
      let intent = tables.declared.intents[index]
      NameRules(session: session).checkName(intent.name)
      let fields = VocabularyPass(session: session).fields(intent.body.fields, of: intent, in: .intent)
      let type = IntentType(
        name: intent.name.text, jsonName: intent.body.jsonName?.text, pack: intent.pack,
        consent: intent.body.consent?.level ?? .implicit,
        consentBy: intent.body.consentBy?.text, isOpen: intent.body.isOpen,
        fields: fields, required: VocabularyPass(session: session).required(of: intent, at: index, among: fields),
        isBuiltIn: intent.isBuiltIn, span: intent.keySpan)
      for field in intent.body.fields
      where !intent.isBuiltIn && field.jsonName == nil && type.envelopeNames.contains(field.name.text) {
        session.report(EnvelopeField.finding(field.name, intent: intent.name.text))
      }
      return (session, type)
    }
    let pool = CheckSession.candidatePool()
    var parts = Parallel.map(declared.intents.count, stride: CheckSession.stride) {
      resolved($0, CheckSession(tables, sharing: pool))
    }
    session.take(&parts, \.session, again: resolved)
    program.intents = parts.map(\.type)
    for part in parts { session.uses.add(part.session.uses) }
    JSONNamePass(session: session).checkIntents()
  }

  /// Resolves the fields that every proposal of an intent must contain, each once.
  ///
  /// - Parameter intentIndex: index in ``Program/intents``.
  private func required(of intent: Declared<IntentDeclaration>, at intentIndex: Int, among fields: [Field]) -> [Int] {
    if intent.body.required.isEmpty { return [] }
    let places = Dictionary(first: fields.enumerated().map { ($0.element.name, $0.offset) })
    var first: [Int: Span] = [:]
    var required: [Int] = []
    for name in intent.body.required {
      guard let index = places[name.text] else {
        if !intent.isWhole { continue }
        let listed = Set(intent.body.required.map(\.text))
        let others = fields.map(\.name).filter { !listed.contains($0) }
        report(UnknownField.required(name, of: intent.name.text, others: candidates(others)))
        continue
      }
      session.note(.field(.intent(intentIndex), index), at: name.span)
      if let first = first[index] {
        report(DuplicateName.member(name, kind: "required field", of: intent.name.text, first: first))
        continue
      }
      first[index] = name.span
      required.append(index)
      let field = fields[index]
      if field.initial != nil {
        report(PointlessRequirement.filled(name, declaredAt: field.span))
      } else if field.isOptional {
        report(PointlessRequirement.optional(name, declaredAt: field.span))
      }
    }
    return required
  }

  private func checkUses(_ pack: Declared<PackDeclaration>) {
    rules.checkName(pack.name)
    for used in pack.body.uses {
      if names.isPack(used.text) {
        session.note(.pack(used.text), at: used.span)
        continue
      }
      report(UnknownPack.finding(used, among: candidates(names.packNames)))
    }
  }

  /// Returns the type of a declared enum, and reports duplicate values.
  ///
  /// - Parameter index: index in ``Program/enums``.
  private func enumType(_ declared: Declared<EnumDeclaration>, index: Int) -> EnumType {
    rules.checkTypeName(declared.name)
    var seen: [Text: Span] = [:]
    var values: [Text] = []
    for value in declared.body.values {
      let text = Text(value.text)
      if let first = seen[text] {
        if declared.isWhole { report(DuplicateName.member(value, kind: "value", of: declared.name.text, first: first)) }
      } else {
        seen[text] = value.span
        values.append(text)
      }
    }
    let jsonNames = JSONNamePass(session: session).names(
      of: values, owner: declared.name.text, declared.body.jsonNames, in: index
    ) { name in
      if declared.isWhole { report(JSONName.unknownValue(name, of: declared.name.text, among: candidates(values.map(\.string)))) }
    }
    return EnumType(
      name: declared.name.text, pack: declared.pack, values: values, jsonNames: jsonNames, isOrdered: declared.body.isOrdered,
      span: declared.keySpan)
  }

  /// Returns a fact type.
  ///
  /// - Parameter factIndex: index in ``Program/facts``.
  private func factType(_ declared: Declared<FactDeclaration>, index factIndex: Int) -> FactType {
    // The names of built-in facts cannot change, so a pack with the same beginning is reported at the pack instead.
    if !declared.isBuiltIn { rules.checkFactName(declared.name, of: declared.pack) }
    rules.checkView(declared)
    for field in declared.body.fields {
      rules.checkFactField(field.name)
      if let initial = field.initial { report(MisplacedDefault.finding(field.name, at: initial.span)) }
    }
    let fields = fields(declared.body.fields, of: declared, in: declared.body.isDerived ? .view : .fact)
    let places = Dictionary(first: fields.enumerated().map { ($0.element.name, $0.offset) })
    var key: [Int] = []
    for name in declared.body.key {
      guard let index = places[name.text] else {
        if !declared.isWhole { continue }
        report(UnknownField.finding(name, of: declared.name.text, among: candidates(fields.map(\.name))))
        continue
      }
      session.note(.field(.fact(factIndex), index), at: name.span)
      if key.contains(index) {
        report(DuplicateName.member(name, kind: "key field", of: declared.name.text, first: fields[index].span))
      } else {
        key.append(index)
        if fields[index].type.mapped != nil { report(WrongType.mapAsKey(name, of: declared.name.text)) }
      }
    }
    return FactType(
      name: declared.name.text, pack: declared.pack, key: key, fields: fields,
      arrival: declared.body.external.map { Arrival($0) },
      isImmutable: declared.body.isImmutable, isDerived: declared.body.isDerived, isBuiltIn: declared.isBuiltIn,
      span: declared.keySpan)
  }

  /// Kind of declaration that has fields.
  enum FieldPlace {
    case record, fact, view, intent
    /// Inputs and outputs of a table, which are not members of JSON.
    case table

    /// The declaration in words.
    var noun: String {
      switch self {
      case .record: "a record"
      case .fact: "a fact"
      case .view: "a derived fact"
      case .intent: "an intent"
      case .table: "a table"
      }
    }
  }

  /// Resolves the fields of a record, fact, intent or table, without repeated ones.
  func fields<Syntax>(_ list: [FieldDeclaration], of owner: Declared<Syntax>, in place: FieldPlace) -> [Field] {
    let scope = names.scope(owner.pack)
    var seen = SmallMap<String, Span>()
    var fields: [Field] = []
    fields.reserveCapacity(list.count)
    for field in list {
      rules.checkName(field.name)
      if let first = seen[field.name.text] {
        report(DuplicateName.member(field.name, kind: "field", of: owner.name.text, first: first))
        continue
      }
      seen.set(field.name.span, for: field.name.text)
      let type = TypeResolver(session: session).resolve(field.type, in: scope)
      fields.append(
        Field(
          name: field.name.text, jsonName: place == .table ? nil : field.jsonName?.text, type: type,
          range: range(of: field, type, in: place, of: owner.pack), isOptional: field.type.isOptional,
          initial: field.initial.flatMap { LiteralReader(session: session).literal($0, as: type, from: owner.pack) },
          isSensitive: field.isSensitive, span: field.name.span))
    }
    if list.contains(where: { $0.range != nil }) { checkDefaults(fields, list) }
    if list.contains(where: { $0.jsonName != nil }) { checkJSONNames(list, of: owner, in: place) }
    if fields.contains(where: { $0.type.unitName.map { seen[$0] != nil } ?? false }) { linkCurrencies(&fields) }
    return fields
  }

  /// Returns the range of a field; `nil` if it has none, or after reporting a range that is not allowed there or has no numbers.
  private func range(
    of field: FieldDeclaration, _ type: ValueType, in place: FieldPlace, of pack: String
  ) -> NumberRange? {
    guard let syntax = field.range else { return nil }
    let range = NumberRange(syntax)
    guard place == .intent || place == .fact else {
      report(MisusedRange.misplaced(field.name, owner: place.noun, at: syntax.span))
      return nil
    }
    switch type {
    case .integer, .decimal: break
    case .unknown: return nil
    default:
      report(MisusedRange.notANumber(field.name, type: program.name(of: type, from: pack), at: syntax.span))
      return nil
    }
    if range.isEmpty(of: type) {
      report(MisusedRange.empty(range.text, ofIntegers: !range.isEmpty(of: .decimal(unit: nil)), at: syntax.span))
      return nil
    }
    return range
  }

  /// Reports defaults outside of their fields' ranges.
  private func checkDefaults(_ fields: [Field], _ list: [FieldDeclaration]) {
    for field in fields {
      guard let range = field.range, let initial = field.initial, let fault = range.fault(of: initial),
        let span = list.first(where: { $0.name.text == field.name })?.initial?.span
      else { continue }
      report(MisusedRange.initial(field.name, fault, at: span))
    }
  }

  /// Reports field names in JSON that cannot be read.
  private func checkJSONNames<Syntax>(_ list: [FieldDeclaration], of owner: Declared<Syntax>, in place: FieldPlace) {
    var seen: [String: (span: Span, field: String)] = [:]
    for field in list {
      let name = field.jsonName ?? field.name
      if let first = seen[name.text] {
        if first.field == field.name.text { continue }
        report(JSONName.twice(name.text, of: owner.name.text, at: name.span, first: first.span, field: first.field))
      } else {
        seen[name.text] = (field.name.span, field.name.text)
      }
      guard let name = field.jsonName else { continue }
      switch place {
      case .table: report(JSONName.misplaced(field.name, owner: owner.name.text, at: name.span))
      case _ where name.text.isEmpty: report(JSONName.empty(field.name, at: name.span))
      case .fact where name.text == "type", .view where name.text == "type": report(JSONName.typeOfFact(at: name.span))
      case .intent where ProposalEnvelope.has(name.text): report(JSONName.envelope(name.text, at: name.span))
      case .fact, .view, .intent, .record: break
      }
    }
  }

  /// Links an amount to the enum-typed field that its unit names: the unit is that field's value (types §4.2).
  private func linkCurrencies(_ fields: inout [Field]) {
    let currencies = Set(fields.filter { $0.type.isEnumeration }.map(\.name))
    for index in fields.indices {
      guard let unit = fields[index].type.unitName, currencies.contains(unit) else { continue }
      fields[index].currency = unit
      fields[index].type = fields[index].type.with(numberUnit: .data)
    }
  }

  private func policyType(_ declared: Declared<PolicyDeclaration>) -> PolicyType {
    rules.checkName(declared.name)
    let type = TypeResolver(session: session).resolve(declared.body.type, in: names.scope(declared.pack))
    let initial = declared.body.initial.flatMap { LiteralReader(session: session).literal($0, as: type, from: declared.pack) }
    if ConvergePack.rolePolicies.contains(declared.name.text), case .text(let role)? = initial,
      let written = declared.body.initial
    {
      session.note(role.string, at: written.span, as: .role)
    }
    return PolicyType(
      name: declared.name.text, pack: declared.pack, type: type, initial: initial ?? .missing(.absent), span: declared.keySpan)
  }
}
