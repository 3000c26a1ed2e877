/// A small set in which facts follow from facts densely, so that truths meet: few keys, few values, two packs. It can be written
/// down in several ways that say the same.
struct ClosingPlan {
  struct FactType {
    enum Kind {
      case external, produced, view
    }

    var name: String
    var pack: String
    var key: [String]
    /// Some of the fields `k`, `g`, `v` and the optional `o`.
    var fields: [String]
    var kind: Kind

    var declaration: String {
      let declared = fields.map { ["k": "k: text", "g": "g: text", "v": "v: integer", "o": "o: integer?"][$0] ?? "" }
      switch kind {
      case .external: return ClosingRules.external(name, declared, key: key)
      case .produced: return ClosingRules.produced(name, declared, key: key)
      case .view: return ClosingRules.produced(name, declared, key: key, isView: true)
      }
    }
  }

  struct Truth {
    /// The number, which is part of the default name.
    var number: Int
    var pack: String
    /// Names of fact types; the first is `x`, the second `y`.
    var matches: [String]
    var conditions: [String]
    var makes: [String]
    var moves: String?
    var isView: Bool

    func declaration(named name: String, matching types: [String]) -> String {
      let facts = zip(types, ["x", "y"]).map { "\($0) as \($1)" }
      var text = ClosingRules.truth(
        name, on: facts, if: conditions.isEmpty ? nil : "'\(conditions.joined(separator: " and "))'", makes: makes, moves: moves,
        isView: isView)
      // A truth that moves something, and makes nothing, still leaves a trace of its own pack.
      text = text.replacing("trace.demo.", with: "trace.\(pack).")
      return text
    }
  }

  /// A fact in short form, and whether it corrects the one of its key that is there.
  struct Arrival {
    var type: String
    var members: [(name: String, value: String)]
    var corrects = false

    var json: String {
      "{\"type\":\"\(type)\"" + members.map { ",\"\($0.name)\":\($0.value)" }.joined() + "}"
    }
  }

  static let packs = ["alpha", "beta"]
  var types: [FactType] = []
  var truths: [Truth] = []
  /// The facts that arrive before each time that the context is closed.
  var phases: [[Arrival]] = []

  func type(_ name: String) -> FactType? { types.first { $0.name == name } }

  /// A way to write the plan as files.
  struct Writing {
    /// The names of truths, by their numbers.
    var names: [Int: String] = [:]
    /// The numbers of the truths that fire on copies of the facts that they match.
    var hops: Set<Int> = []
    /// Shuffles declarations and facts that arrive together.
    var chance: Chance?
  }

  func sample(_ writing: Writing) -> (files: [(path: String, text: String)], phases: [[Arrival]]) {
    var chance = writing.chance
    var files: [(path: String, text: String)] = []
    for pack in Self.packs {
      var declarations = types.filter { $0.pack == pack }.map(\.declaration)
      if pack == "alpha" { declarations.append(ClosingRules.door) }
      declarations += truths.filter { $0.pack == pack }.flatMap { write($0, writing) }
      chance?.shuffle(&declarations)
      let uses = pack == "beta" ? "  uses: [alpha]\n" : ""
      files.append(
        ("truths/\(pack)/\(pack).truths", (["pack \(pack):\n  version: 1.0.0\n\(uses)"] + declarations).joined(separator: "\n")))
    }
    var phases = phases
    for index in phases.indices { chance?.shuffle(&phases[index]) }
    return (files, phases)
  }

  /// Returns a truth with the hops between it and the facts that it matches.
  private func write(_ truth: Truth, _ writing: Writing) -> [String] {
    let name = writing.names[truth.number] ?? "t\(truth.number)"
    guard writing.hops.contains(truth.number) else { return [truth.declaration(named: name, matching: truth.matches)] }
    var declarations: [String] = []
    var matches: [String] = []
    for (index, match) in truth.matches.enumerated() {
      guard var copy = type(match) else { continue }
      copy.name = "hop.c\(truth.number)\(index)"
      if copy.kind == .external { copy.kind = .produced }
      matches.append(copy.name)
      var hop = ClosingRules.truth(
        "hop\(truth.number)\(index)", on: [match], makes: ["fact.\(copy.name)"], isView: copy.kind == .view)
      hop = hop.replacing("trace.demo.", with: "trace.\(truth.pack).")
      declarations += [copy.declaration, hop]
    }
    return declarations + [truth.declaration(named: name, matching: matches)]
  }

  var described: String {
    let sample = sample(Writing())
    let files = sample.files.map { "--- \($0.path)\n\($0.text)" }
    return
      (files
      + sample.phases.map { "--- arrives\n" + $0.map { $0.json + ($0.corrects ? " corrects" : "") }.joined(separator: "\n") })
      .joined(separator: "\n")
  }
}

/// Makes plans; the same seed makes the same one.
struct ClosingPlanner {
  private var chance: Chance
  private var plan = ClosingPlan()

  static func plan(seed: Int) -> ClosingPlan {
    var planner = ClosingPlanner(chance: Chance(seed))
    planner.make()
    return planner.plan
  }

  private init(chance: Chance) { self.chance = chance }

  private mutating func make() {
    for index in 0..<2 + chance.below(2) { plan.types.append(type("given.e\(index)", .external)) }
    for index in 0..<3 + chance.below(3) { plan.types.append(type("made.p\(index)", chance.percent(15) ? .view : .produced)) }
    let made = plan.types.indices.filter { plan.types[$0].kind != .external }
    for index in made { addTruth(making: index) }
    for _ in 0..<chance.below(3) { addTruth(making: chance.pick(made)) }
    for _ in 0..<chance.below(3) where chance.percent(50) { addMover() }
    for _ in 0..<chance.below(2) { addCorrection() }
    for _ in 0..<1 + chance.below(2) {
      let arrivals = arrivals()
      if !arrivals.isEmpty { plan.phases.append(arrivals) }
    }
  }

  private mutating func type(_ name: String, _ kind: ClosingPlan.FactType.Kind) -> ClosingPlan.FactType {
    var fields = ["k"]
    if chance.percent(60) { fields.append("g") }
    fields.append("v")
    if chance.percent(50) { fields.append("o") }
    var keys = [["k"], ["k"], ["k"], ["k", "v"]]
    if fields.contains("g") { keys += [chance.percent(30) ? ["g"] : ["g", "k"]] }
    if kind == .produced { keys.append([]) }
    let pack = kind == .external ? "alpha" : chance.pick(ClosingPlan.packs)
    return ClosingPlan.FactType(name: name, pack: pack, key: chance.pick(keys), fields: fields, kind: kind)
  }

  /// Types that a truth may read: those before it mostly, so that not too many sets go round in circles.
  private mutating func readable(before index: Int, in pack: String, views: Bool) -> [ClosingPlan.FactType] {
    let goesBack = chance.percent(4)
    return plan.types.enumerated().filter { place, type in
      (place < index || goesBack) && (type.pack == "alpha" || pack == "beta") && (views || type.kind != .view)
    }.map(\.element)
  }

  private mutating func addTruth(making index: Int) {
    let made = plan.types[index]
    var truth = truth(before: index, in: made.pack, isView: made.kind == .view)
    guard !truth.matches.isEmpty else { return }
    truth.makes =
      ["fact.\(made.name):"] + made.fields.compactMap { field in value(of: field, truth).map { "    \(field): \($0)" } }
    plan.truths.append(truth)
  }

  private mutating func addMover() {
    var truth = truth(before: plan.types.count, in: "alpha", isView: false)
    guard !truth.matches.isEmpty else { return }
    truth.moves = chance.pick(["start → one", "start → two", "one → two", "start → one → two", "any → gone"])
    plan.truths.append(truth)
  }

  private mutating func addCorrection() {
    let fitting = plan.types.indices.filter { plan.types[$0].kind == .produced && plan.types[$0].key == ["k"] }
    guard !fitting.isEmpty else { return }
    let index = chance.pick(fitting)
    let made = plan.types[index]
    var truth = truth(before: index, in: made.pack, isView: false)
    guard !truth.matches.isEmpty else { return }
    truth.makes = ["correction.\(made.name):", "    k: x.k", "    v: \(chance.pick(["1", "2", "3", "x.v"]))"]
    plan.truths.append(truth)
  }

  private mutating func truth(before index: Int, in pack: String, isView: Bool) -> ClosingPlan.Truth {
    var truth = ClosingPlan.Truth(
      number: plan.truths.count, pack: pack, matches: [], conditions: [], makes: [], moves: nil, isView: isView)
    let readable = readable(before: index, in: pack, views: isView)
    guard !readable.isEmpty else { return truth }
    truth.matches = (0..<(chance.percent(35) ? 2 : 1)).map { _ in chance.pick(readable).name }
    if truth.matches.count == 2 { truth.conditions.append("x.k == y.k") }
    for _ in 0..<chance.below(10) / 5 + chance.below(10) / 8 {
      condition(truth, readable + self.readable(before: index, in: pack, views: true)).map { truth.conditions.append($0) }
    }
    return truth
  }

  private func fields(_ truth: ClosingPlan.Truth, _ variable: String) -> [String] {
    let index = variable == "x" ? 0 : 1
    return index < truth.matches.count ? plan.type(truth.matches[index])?.fields ?? [] : []
  }

  private mutating func condition(_ truth: ClosingPlan.Truth, _ readable: [ClosingPlan.FactType]) -> String? {
    let other = chance.pick(readable)
    let hasOptional = fields(truth, "x").contains("o")
    switch chance.below(10) {
    case 0: return "x.v > 1"
    case 1: return hasOptional ? "x.o > 1" : "x.v < 3"
    case 2: return hasOptional ? "(x.o missing or x.o > 1)" : "x.v != 2"
    case 3, 4: return "some z in \(other.name) satisfies z.k == x.k"
    case 5, 6: return "no z in \(other.name) satisfies z.k == x.k"
    case 7: return "count(z in \(other.name) where z.v > 1) < 2"
    case 8: return other.key == ["k"] ? "(\(other.name)(k = x.k) or x.v > 2)" : "x.k == \"p\""
    default: return "door(k = x.k).state != two"
    }
  }

  /// Returns the value for a field; `nil` where the truth does not write the field.
  private mutating func value(of field: String, _ truth: ClosingPlan.Truth) -> String? {
    let variable = truth.matches.count == 2 && chance.percent(50) ? "y" : "x"
    let hasField = fields(truth, variable).contains(field)
    switch field {
    case "k": return "\(variable).k"
    case "g": return hasField && chance.percent(80) ? "\(variable).g" : chance.pick(["'\"m\"'", "\(variable).k"])
    case "v": return chance.percent(60) ? "\(variable).v" : chance.pick(["1", "2", "\(variable).v + 1"])
    default: return hasField && chance.percent(60) ? "\(variable).o" : chance.pick(["1", nil])
    }
  }

  private mutating func arrivals() -> [ClosingPlan.Arrival] {
    var arrivals: [ClosingPlan.Arrival] = []
    let known = plan.phases.flatMap { $0 }
    var keys = Set<String>()
    for type in plan.types where type.kind == .external {
      for _ in 0..<chance.below(3) {
        var arrival = ClosingPlan.Arrival(type: type.name, members: [])
        for field in type.fields where field != "o" || chance.percent(50) {
          let values = ["k": ["\"p\"", "\"q\""], "g": ["\"m\"", "\"n\""]][field] ?? ["1", "2", "3"]
          arrival.members.append((field, chance.pick(values)))
        }
        let key = { (arrival: ClosingPlan.Arrival) in
          "\(arrival.type) \(type.key.map { name in arrival.members.first { $0.name == name }?.value ?? "" })"
        }
        guard keys.insert(key(arrival)).inserted, !known.contains(where: { $0.json == arrival.json }) else { continue }
        arrival.corrects = known.contains { key($0) == key(arrival) }
        arrivals.append(arrival)
      }
    }
    return arrivals
  }
}
