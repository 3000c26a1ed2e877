import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Writes the normal forms of one truth set's declarations: types, facts, policies and tables. Each form is written once.
final class TypeForms {
  typealias Form = NormalForms.Form

  let forms: NormalForms
  let program: Program
  private var records: [Int: Form] = [:]
  private var tables: [Int: Form] = [:]
  /// The records that are being written. A record may contain itself in a list; the inner occurrence is then only a reference.
  private var openRecords: Set<Int> = []
  private var open: Set<String> = []

  init(_ forms: NormalForms, _ program: Program) {
    self.forms = forms
    self.program = program
  }

  private var writer: FormWriter { FormWriter(forms, program, self) }

  // MARK: Names

  func name(ofLifecycle index: Int) -> String { "\(program.lifecycles[index].pack).\(program.lifecycles[index].name)" }

  func name(ofField field: Int, ofFact fact: Int) -> String {
    "\(program.facts[fact].name).\(program.facts[fact].fields[field].jsonName)"
  }

  /// The form of every record with its fields in order. It is used together with an index if the type of a record is unknown.
  private(set) lazy var everyRecord: Int = forms.form(
    "records",
    (program.records.map { ($0.name, $0.fields) } + program.facts.map { ($0.name, $0.fields) }).map { name, fields in
      forms.form("fields of \(name)", fields.map { forms.form("name \($0.jsonName)") })
    })

  // MARK: Values and types

  func constant(_ value: Value) -> Form {
    switch value {
    case .missing: return forms.form("missing")
    case .list(let elements): return forms.form("list", elements.map { constant($0) })
    case .enumeration(let value):
      let type = program.enums[value.type]
      // A value of an ordered enum also depends on its position.
      return forms.form("value \(value.name.string)", type.isOrdered ? [enumeration(type)] : [])
    case .record(let record):
      let fields = zip(program.records[record.type].fields, record.fields).filter { !$1.isMissing }
      return forms.set("record", fields.map { forms.form("= \($0.jsonName)", [constant($1)]) })
    case .amount(let number, _): return constant(.number(number))
    case .boolean(let truth): return truth ? forms.yes : forms.no
    case .number, .text, .date, .timestamp, .duration, .period, .time, .map, .json, .fact:
      return forms.form("\(Self.kind(of: value)) \(String(decoding: program.json(of: value).canonical(), as: UTF8.self))")
    }
  }

  private static func kind(of value: Value) -> String {
    switch value {
    case .number: "number"
    case .text: "text"
    case .date: "date"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .period: "period"
    case .time: "time"
    default: "json"
    }
  }

  func form(of type: ValueType) -> Form {
    switch type {
    case .enumeration(let index): return enumeration(program.enums[index])
    case .record(let index): return record(index)
    case .list(let element): return forms.form("list of", [form(of: element)])
    case .map(let element): return forms.form("map of", [form(of: element)])
    case .fact(let index): return forms.form("fact \(program.facts[index].name)")
    default: return forms.form("type \(type)")
    }
  }

  private func enumeration(_ type: EnumType) -> Form {
    let values = zip(type.values, type.jsonNames).map { value, name in
      forms.form("value \(value)", name == value ? [] : [forms.form("name \(name)")])
    }
    return type.isOrdered ? forms.form("ordered", values) : forms.set("enum", values)
  }

  /// Returns the form of a record type.
  ///
  /// Inner types are written first, in a loop, because types may be nested to any depth.
  private func record(_ index: Int) -> Form {
    if let known = records[index] { return known }
    let reference = forms.form("record \(program.records[index].pack).\(program.records[index].name)")
    guard openRecords.insert(index).inserted else { return reference }
    var path = [(type: index, rest: inner(of: index)[...])]
    while let (type, rest) = path.last {
      if let next = rest.first {
        path[path.count - 1].rest = rest.dropFirst()
        if records[next] == nil, openRecords.insert(next).inserted { path.append((next, inner(of: next)[...])) }
      } else {
        let record = program.records[type]
        records[type] = forms.form("record \(record.isOpen)", [forms.set("fields", record.fields.map { field($0) })])
        openRecords.remove(type)
        path.removeLast()
      }
    }
    return records[index] ?? reference
  }

  /// Returns the record types that occur in a record's fields, also as elements of lists and maps.
  private func inner(of record: Int) -> [Int] {
    program.records[record].fields.compactMap { if case .record(let index) = $0.type.innermost { index } else { nil } }
  }

  /// Returns the form of a field, which contains the field's JSON name. The name in clauses does not matter.
  func field(_ field: Field) -> Form {
    forms.form(
      "declared \(field.jsonName)",
      [
        forms.form(field.isOptional ? "optional" : "required"), form(of: field.type),
        forms.optional("range", field.range.map { forms.form("range \($0.text)") }),
        forms.optional("currency", field.currency.map { forms.form("name \($0)") }),
        forms.optional("default", field.initial.map { constant($0) }),
      ])
  }

  // MARK: Declarations

  /// Returns the form of a fact type, as far as it matters for producing and reading facts. The permitted senders are not
  /// included.
  func fact(_ index: Int) -> Form {
    let type = program.facts[index]
    return forms.form(
      "fact \(type.name) \(type.isImmutable) \(type.isDerived)",
      [
        forms.form("key", type.key.map { forms.form("name \(type.fields[$0].jsonName)") }),
        forms.set("fields", type.fields.map { field($0) }),
      ])
  }

  func policy(_ index: Int) -> Form {
    let type = program.policies[index]
    return forms.form("policy \(type.qualifiedName)", [form(of: type.type), constant(type.initial)])
  }

  /// Returns the form of a policy that the engine reads for a pack. The policy is the pack's own or, without one, that of pack
  /// `trust` (declarations §13).
  func enginePolicy(_ name: String, of pack: String) -> Form { policy(name, ofFirst: [pack, "trust"]) }

  /// The form of the policy for the break-glass role, which is always that of pack `trust`.
  var breakGlass: Form { policy("break_glass_role", ofFirst: ["trust"]) }

  private func policy(_ name: String, ofFirst packs: [String]) -> Form {
    let currencyForm = packs.lazy.compactMap { pack in
      self.program.policies.firstIndex { $0.qualifiedName == "\(pack).\(name)" }
    }.first
    return currencyForm.map { policy($0) } ?? forms.form("no \(name)")
  }

  func calendar(_ type: CalendarType) -> Form {
    forms.form(
      "calendar",
      [
        forms.set("weekend", type.weekend.map { forms.form($0.name) }),
        forms.set("days", type.dates.map { forms.form($0.text) } + type.yearly.map { forms.form("\($0)") }),
        forms.set("policies", type.policies.map { policy($0) }),
      ])
  }

  /// Replaces the form of a table by the form of a table that is proven to give the same results.
  func take(_ form: Form, forTable index: Int) { tables[index] = form }

  /// Returns the form of a table's or function's results. The name of the table does not matter.
  func table(_ index: Int) -> Form {
    if let known = tables[index] { return known }
    let table = program.tables[index]
    let name = "\(table.kind) \(table.qualifiedName)"
    guard open.insert(name).inserted else { return forms.form(name) }
    defer { open.remove(name) }
    var frame = FormWriter.Frame()
    frame.inputs = table.inputs.enumerated().map { ("\($0.offset)", $0.element.type) }
    frame.areInputsGiven = false
    frame = writer.prepared(frame, table.lets)
    let rows = table.rows.map { row in
      forms.form(
        "row",
        [
          row.condition.map { writer.truth($0, in: frame) } ?? forms.form(table.hit.readsInOrder ? "yes" : "otherwise"),
          row.value.map { writer.value($0, in: frame) } ?? forms.form("missing"),
        ])
    }
    let read =
      switch table.hit {
      case .first, .collect(.list): forms.form("rows", rows)
      // A repeated row counts twice, or leaves two rows that hold.
      case .unique, .collect(.sum), .collect(.count): forms.bag("rows", rows)
      case .any, .collect(.min), .collect(.max): forms.set("rows", rows)
      }
    let form = forms.form("gives", [shape(ofTable: index), forms.form("hit \(table.hit.written)"), read])
    tables[index] = form
    return form
  }

  /// Returns the form of a table's or function's types: the types of its inputs in order, and the type of a row's result.
  ///
  /// Each type includes the number of the input that gives its currency.
  func shape(ofTable index: Int) -> Form {
    let table = program.tables[index]
    func currencyForm(_ input: Int?) -> Form { forms.optional("currency", input.map { forms.form("input \($0)") }) }
    return forms.form(
      "takes",
      table.inputs.map { input in
        forms.form(
          "input",
          [form(of: input.type), currencyForm(input.currency.flatMap { name in table.inputs.firstIndex { $0.name == name } })])
      } + [forms.form("output", [form(of: table.rowType), currencyForm(table.currency)])])
  }
}

extension HitPolicy {
  /// Whether a row counts only if no earlier row holds.
  fileprivate var readsInOrder: Bool { self == .first }
}
