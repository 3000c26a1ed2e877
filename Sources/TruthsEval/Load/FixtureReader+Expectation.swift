import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsText

/// What may be asserted, and in which form.
extension FixtureReader {
  /// Which assertions a place knows.
  enum ExpectationKind {
    /// `expected`
    case decision
    /// A scenario's `expect`
    case view
  }

  /// `expected` or `expect`; `nil` where it asserts nothing or is no object.
  mutating func expectation(_ json: LocatedJSON, _ kind: ExpectationKind, path: String) -> Expectation? {
    guard let members = object(json, path) else { return nil }
    let forms = kind == .decision ? AssertionForm.ofDecision : AssertionForm.ofView
    checkFields(of: json, known: forms.map(\.name), place: kind == .decision ? "`expected`" : "`expect`")
    guard members.contains(where: { asserts($0) }) else {
      findings.append(EmptyExpectation.empty(path, at: json.span))
      return nil
    }
    for member in members {
      guard let form = forms.first(where: { $0.name == member.name.string })?.form else { continue }
      check(member.value, form, path: "\(path).\(member.name.string)")
    }
    return Expectation(members: members, at: json.span)
  }

  /// Whether a member asserts anything: `no_facts: []` and `no_facts: null` do not.
  private func asserts(_ member: LocatedJSON.Member) -> Bool {
    guard member.name == "no_facts" || member.name == "no_traces" else { return true }
    if case .null = member.value.kind { return false }
    return member.value.elements?.isEmpty != true
  }

  /// Finds what does not fit the form of an assertion. `null` fits each: it asserts absence.
  mutating func check(_ json: LocatedJSON, _ form: AssertionForm, path: String) {
    if case .null = json.kind { return }
    switch form {
    case .text: _ = text(json, path)
    case .word(let place, let known): checkWord(json, known, place: place, path: path)
    case .truth: if text(json, path) != nil { checkTruth(json) }
    case .boolean: if case .boolean = json.kind {} else { wrongForm(json, path, wanted: "true or false") }
    case .count: checkCount(json, path: path)
    case .object: _ = object(json, path)
    case .violation: checkViolation(json, path: path)
    case .list(let element):
      for (index, value) in (list(json, path) ?? []).enumerated() { check(value, element, path: "\(path)[\(index)]") }
    case .oneOrMore(let element):
      if json.elements == nil { return check(json, element, path: path) }
      check(json, .list(element), path: path)
    case .fact: checkFact(json, path: path)
    case .absentFact:
      checkFact(json, path: path)
      checkCanCome(json)
    case .shownFact: checkFact(json, path: path, marks: ["provisional"])
    case .action: checkAction(json, path: path)
    case .members(let place, let forms): checkMembers(json, forms, place: place, path: path)
    case .either(let first, let second):
      let fits = first.fits(json)
      check(json, fits ? first : second, path: path)
    case .anything: break
    }
  }

  private mutating func checkWord(_ json: LocatedJSON, _ known: [String], place: String, path: String) {
    guard let word = text(json, path), !known.contains(word) else { return }
    findings.append(UnknownFixtureWord.unknown(word, as: place, known: known, at: json.span))
  }

  private mutating func checkAction(_ json: LocatedJSON, path: String) {
    guard let name = text(json, path), !vocabulary.actions.contains(name) else { return }
    findings.append(UnknownFixtureIntent.unknown(name, known: vocabulary.actions, at: json.span))
  }

  private mutating func checkCount(_ json: LocatedJSON, path: String) {
    if case .number(let number) = json.kind, number.scale == 0, number.coefficient >= 0 { return }
    wrongForm(json, path, wanted: "a whole number from 0")
  }

  mutating func checkMembers(
    _ json: LocatedJSON, _ forms: [(name: String, form: AssertionForm)], place: String, path: String
  ) {
    guard let members = object(json, path) else { return }
    checkFields(of: json, known: forms.map(\.name), place: place)
    for member in members {
      guard let form = forms.first(where: { $0.name == member.name.string })?.form else { continue }
      check(member.value, form, path: "\(path).\(member.name.string)")
    }
  }

  /// A name among `values` that no clause of the named truth has never comes, and as `null` it would always hold.
  private mutating func checkViolation(_ json: LocatedJSON, path: String) {
    checkMembers(json, AssertionForm.ofViolation, place: "a violation", path: path)
    guard let id = json.member("truth_id")?.value.stringValue, let terms = vocabulary.terms(of: id) else { return }
    for member in json.member("values")?.value.members ?? [] where !terms.contains(member.name.string) {
      let known = terms.sorted()
      findings.append(UnknownFixtureMember.term(member.name.string, of: id, known: known, at: member.nameSpan))
    }
  }

  /// That a run produces no fact of a type which none ever produces is always so.
  private mutating func checkCanCome(_ json: LocatedJSON) {
    guard let type = json.member("type")?.value, let name = type.stringValue else { return }
    guard vocabulary.program.facts.contains(where: { $0.name == name && $0.isDerived }) else { return }
    findings.append(EmptyExpectation.derived(name, at: type.span))
  }

  /// A partial fact: its type and fields are declared; without `type` its fields are those of some fact type.
  ///
  /// - Parameter marks: Members beside its fields.
  private mutating func checkFact(_ json: LocatedJSON, path: String, marks: [String] = []) {
    let extra = ["type"] + marks
    guard let members = object(json, path) else { return }
    guard let type = json.member("type")?.value, case .string(let name) = type.kind else {
      let every = vocabulary.facts.values.flatMap { $0.map(\.name) }
      for member in members where !extra.contains(member.name.string) && !every.contains(member.name.string) {
        let known = Set(every).sorted()
        findings.append(UnknownFixtureMember.unknown(member.name.string, of: "a fact", known: known, at: member.nameSpan))
      }
      return
    }
    guard let fields = vocabulary.facts[name.string] else {
      findings.append(UnknownFixtureFact.unknown(name.string, known: vocabulary.facts.keys.sorted(), at: type.span))
      return
    }
    checkMembers(members, among: fields, of: "fact `\(name)`", extra: extra)
  }
}
