/// The place at which the view is read; for `entry`, the `if` is of a truth that makes entries.
enum UnknownPlace: String, CaseIterable {
  case entry, proposal, intent, requires, invariants, filter, value, loop, ensures, old, rule, law, approver
  case factsIf, factsInvariants, factsOutput, factsEnsures, viewOfView, viewOfReading

  var way: ViewWay? {
    switch self {
    case .entry, .proposal: nil
    case .intent: .intent
    case .requires, .invariants, .viewOfView, .viewOfReading, .factsInvariants: .clause
    case .filter, .value, .loop, .factsOutput: .output
    case .ensures, .factsEnsures: .ensures
    case .old: .old
    case .rule, .law: .rule
    case .approver: .approver
    case .factsIf: .firing
    }
  }
}

/// A set in which an `if` on facts has no value for one cause, read in one form at one place; with facts that have the cause,
/// and facts that do not.
struct UnknownSample {
  let cause: UnknownCause
  let form: UnknownForm
  let place: UnknownPlace
  private var chance: Chance
  private let key: UnknownKey
  /// The set with the cause and without it.
  private(set) var sample = Sample(files: [], context: [], proposals: [])
  private(set) var mended = Sample(files: [], context: [], proposals: [])

  /// Whether the faulty fact of the view is read by its own key.
  private let isPlain: Bool

  init(_ cause: UnknownCause, _ form: UnknownForm, _ place: UnknownPlace, seed: Int, isPlain: Bool = false) {
    self.isPlain = isPlain
    (self.cause, self.form, self.place) = (cause, form, place)
    var chance = Chance(seed)
    key = isPlain || chance.percent(55) ? .own : chance.pick(UnknownKey.allCases)
    self.chance = chance
    let file = Sample.File(path: "truths/demo/demo.truths", declarations: [set()])
    let others = [payload("b", nil)] + ["b", "a"].map { "{\"type\": \"other.seen\", \"k\": \"\($0)\", \"n\": 1}" }
    let proposals = ["a", "b"].map { "{\"action\": \"go\", \"k\": \"\($0)\"}" } + ["{\"action\": \"go\"}"]
    let isProposed = place == .proposal
    func sample(_ cause: UnknownCause?) -> Sample {
      let first = payload("a", cause)
      let sown = first.replacing("\"type\": \"seed.sown\"", with: "\"action\": \"sow\"")
      return Sample(
        files: [file], context: isProposed ? others : [first] + others, proposals: isProposed ? [sown] : proposals)
    }
    (self.sample, mended) = (sample(cause), sample(nil))
  }

  private func payload(_ name: String, _ cause: UnknownCause?) -> String {
    var broken: [String: String?] = cause?.broken ?? [:]
    if cause != nil, key == .part { broken["h"] = .some(nil) }
    if cause != nil, key == .lost { broken["more"] = .some(nil) }
    let members = UnknownCause.mended.compactMap { member, value -> String? in
      let given = member == "k" ? "\"\(name)\"" : broken[member] ?? value
      return given.map { "\"\(member)\": \($0)" }
    }
    return "{\"type\": \"seed.sown\", \(members.joined(separator: ", "))}"
  }

  // MARK: The set

  private mutating func set() -> String {
    let unknown = cause.condition(&chance)
    if place == .entry || place == .proposal {
      let made = UnknownText.truth("fills", ["fact: seed.sown"], unknown, outputs: [UnknownOutput("fact.note.made")])
      return [UnknownText.vocabulary(key), made, UnknownText.going].joined(separator: "\n")
    }
    let made = UnknownText.truth("weighs", ["fact: seed.sown"], unknown, outputs: [key.output])
    return ([UnknownText.vocabulary(key), made] + readers()).joined(separator: "\n")
  }

  /// The key of the view's fact that is read, as it is written in a truth.
  private mutating func name() -> String {
    let isOfRule = [.rule, .law].contains(place)
    return isPlain || chance.percent(60) ? "\"a\"" : chance.pick([isOfRule ? "\"a\"" : "k", "\"b\"", "\"c\""])
  }

  private mutating func readers() -> [String] {
    let name = name()
    let fact = key.fact(name)
    // An invariant has no `let`s.
    let form = form == .binding && [.rule, .law].contains(place) ? .presence : form
    let reading = form.condition(key, name, &chance)
    let effect = chance.pick([" → reject(\"no\")", " → warn(\"oh\")", "", " → requires_approval(lead)"])
    let made = "fact.note.made"
    switch place {
    case .intent: return [UnknownText.truth("going", ["intent: go"], reading, outputs: [UnknownOutput("trace.going")])]
    case .requires: return [reader(reading.lets, section: ("requires", reading.text))]
    case .invariants: return [reader(reading.lets, section: ("invariants", reading.text + effect))]
    case .filter: return [reader(reading.lets, UnknownOutput("\(made) where \(reading.text)"))]
    case .value: return [reader(reading.lets, UnknownOutput(made, ["told: '\(reading.text)'"]))]
    case .loop:
      let narrowed = chance.pick(["", " where x.k == \(name)", " where x.w > 1"])
      return [reader([], UnknownOutput("\(made) for x in heavy.of\(narrowed)", ["k: x.k"]))]
    case .ensures: return [reader(reading.lets, section: ("ensures", reading.text + effect))]
    case .old: return [reader(reading.lets, section: ("ensures", "old(\(reading.text))\(effect)"))]
    case .rule, .law:
      let applies = place == .law ? "state" : chance.pick(["[go]", "all"])
      return [UnknownText.going, "invariant known:\n  applies_to: \(applies)\n  rule: '\(reading.text)\(effect)'\n"]
    case .approver: return [reader([], section: ("invariants", "k exists → requires_approval(lead by \(fact).t)"))]
    case .factsIf: return [UnknownText.going, follower("notes", reading)]
    case .factsInvariants:
      return [UnknownText.going, follower("notes", (reading.lets, ""), ("invariants", reading.text + effect))]
    case .factsOutput:
      return [UnknownText.going, follower("notes", (reading.lets, ""), nil, UnknownOutput(made, ["told: '\(reading.text)'"]))]
    case .factsEnsures: return [UnknownText.going, follower("notes", (reading.lets, ""), ("ensures", reading.text + effect))]
    case .viewOfView:
      let output = UnknownOutput(chance.pick(["fact.heavier.of", "fact.heavier.of where w > 1"]))
      return [UnknownText.truth("lifts", ["fact: heavy.of"], outputs: [output]), readerOfSecond()]
    case .viewOfReading: return [follower("lifts", reading, nil, UnknownOutput("fact.heavier.of")), readerOfSecond()]
    case .entry, .proposal: return []
    }
  }

  /// A truth on the intent.
  private func reader(
    _ lets: [String], section: (String, String)? = nil, _ output: UnknownOutput = UnknownOutput("trace.reads")
  ) -> String {
    UnknownText.truth("reads", ["intent: go"], (lets, ""), section: section, outputs: [output])
  }

  /// A truth on facts that are known.
  private func follower(
    _ name: String, _ condition: (lets: [String], text: String), _ section: (String, String)? = nil,
    _ output: UnknownOutput = UnknownOutput("fact.note.made")
  ) -> String {
    UnknownText.truth(name, ["fact: other.seen"], condition, section: section, outputs: [output])
  }

  /// Returns a truth on the intent that reads the view on the view.
  private mutating func readerOfSecond() -> String {
    let read = chance.pick([
      "heavier.of(k = \"b\")", "heavier.of", "(count(x in heavier.of) > 1)", "not heavier.of(k = \"a\")",
      "(every x in heavier.of satisfies x.k == \"b\")",
    ])
    return reader([], section: ("invariants", "\(read) → warn(\"oh\")"))
  }
}

/// The origin of the key of the view's fact.
enum UnknownKey: CaseIterable {
  /// Copied from the fact matched.
  case own
  /// Two fields, one of which has no value.
  case part
  /// Each element of a list, or of a missing list.
  case loop, lost

  /// The view with a key.
  func fact(_ name: String) -> String {
    self == .part ? "heavy.of(k = \(name), h = \"u\")" : "heavy.of(k = \(name))"
  }

  var output: UnknownOutput {
    switch self {
    case .own, .part: UnknownOutput("fact.heavy.of", ["w: 2", "t: g"])
    case .loop: UnknownOutput("fact.heavy.of for y in more", ["k: y.y", "w: y.q", "t: g"])
    case .lost: UnknownOutput("fact.heavy.of for y in more where y.q > 0", ["k: k", "w: 2", "t: g"])
    }
  }
}
