/// Tables of every form and hit policy, and functions (declarations §8, §8.1).
extension Generator {
  mutating func planTables() {
    for index in 0...chance.below(3) {
      let output = chance.pick([Kind.grade, .decimal, .bool, .text])
      let input = chance.pick([Kind.decimal, .integer, .color])
      var plan = TablePlan(name: "rate\(index)", pack: chance.pick(packs), input: input, output: output)
      switch chance.below(7) {
      case 0: fillGrid(&plan)
      case 1: fillOutputs(&plan)
      case 2: fillCollecting(&plan)
      case 3: fillOverlapping(&plan)
      case 4: fillFunction(&plan)
      default: fillRows(&plan)
      }
      tables.append(plan)
    }
  }

  private func rows(_ rows: [String]) -> String { "  rows:\n" + rows.map { "    - '\($0)'\n" }.joined() }

  private mutating func fillRows(_ plan: inout TablePlan) {
    func value() -> String { plan.output.literal(&chance) }
    var hit = ""
    var lines: [String]
    if plan.input == .color {
      lines = ["x in [red, \"3-way\"] → \(value())", "x == green → \(value())"]
    } else if chance.percent(30) {
      lines = ["x < 2 → \(value())", "x >= 2 → \(value())"]
      hit = "  hit: unique\n"
    } else {
      let middle = chance.percent(20) ? "missing" : value()
      lines = ["x <= 0 → \(value())", "x < 3 → \(middle)", "otherwise → \(called(plan) ?? value())"]
      if chance.percent(30) { lines.insert("x missing → \(value())", at: 0) }
    }
    plan.inside = "  output: \(plan.output.written)\n\(hit)" + rows(lines)
  }

  /// A call of a table or function before it that gives the same.
  private mutating func called(_ plan: TablePlan) -> String? {
    let visible = visible(from: plan.pack)
    let fitting = tables.filter {
      $0.output == plan.output && $0.input == plan.input && visible.contains($0.pack) && !$0.readsContext
    }
    guard !fitting.isEmpty, chance.percent(60) else { return nil }
    let callee = chance.pick(fitting)
    return "\(callee.name)(x)\(callee.member)"
  }

  private mutating func fillGrid(_ plan: inout TablePlan) {
    func value() -> String { plan.output.literal(&chance) }
    let lines =
      plan.input == .color
      ? ["x → output", "red, \"3-way\" → \(value())", "not (red, \"3-way\") → \(value())"]
      : ["x → \(plan.name)", "[0..2) → \(value())", "[2..4], > 9 -> missing", "missing → \(value())", "- → \(value())"]
    plan.inside = "  output: \(plan.output.written)\n  grid: |\n" + lines.map { "    \($0)\n" }.joined()
  }

  private mutating func fillOutputs(_ plan: inout TablePlan) {
    func value() -> String { plan.output.literal(&chance) }
    let test = plan.input == .color ? "x == red" : "y > 4"
    let binding = plan.input == .color ? "" : "  let:\n    y: x * 2\n"
    let none = chance.percent(40) ? "missing" : value()
    plan.inside =
      "  outputs:\n    first: \(plan.output.written)\n    second: decimal\n\(binding)"
      + rows(["\(test) → first = \(value()), second = 1", "otherwise → second = missing, first = \(none)"])
    plan.member = ".first"
  }

  private mutating func fillCollecting(_ plan: inout TablePlan) {
    let hit = chance.pick(["collect sum", "collect min", "collect max", "collect count"])
    plan.output = .decimal
    let (one, other) = plan.input == .color ? ("x == red", "x in [red, green]") : ("x > 2", "x < 5")
    var lines = ["\(one) → 1", "\(other) → \(Kind.decimal.literal(&chance))"]
    if chance.percent(30) { lines.append("x missing → missing") }
    if chance.percent(50) { lines.append("otherwise → 7") }
    plan.inside = "  output: decimal\n  hit: \(hit)\n" + rows(lines)
  }

  /// Writes rows that may be true together, and whose conditions hide that from the checker.
  private mutating func fillOverlapping(_ plan: inout TablePlan) {
    let (same, other) = (plan.output.literal(&chance), plan.output.literal(&chance))
    let (one, two) = plan.input == .color ? ("x in [red, green]", "x != green") : ("x * x > 4", "x * 2 > 3")
    let hit = plan.input == .color ? "any" : chance.pick(["any", "unique"])
    let second = plan.input == .color ? same : chance.pick([same, other])
    plan.inside =
      "  output: \(plan.output.written)\n  hit: \(hit)\n"
      + rows(["\(one) → \(same)", "\(two) → \(second)", "otherwise → \(other)"])
  }

  private mutating func fillFunction(_ plan: inout TablePlan) {
    plan.isFunction = true
    let value = plan.output.literal(&chance)
    let test = plan.input == .color ? "x == red" : "x > 2"
    let visible = visible(from: plan.pack)
    let read = facts.filter { visible.contains($0.pack) }
    plan.readsContext = !read.isEmpty && chance.percent(40)
    let other = called(plan) ?? plan.output.literal(&chance)
    let rest = plan.readsContext ? "if count(f in \(chance.pick(read).name)) > 1 then \(other) else \(value)" : other
    let text = "if \(test) then \(value) else (\(rest))"
    plan.inside = "  output: \(plan.output.written)\n  value: '\(text)'\n"
  }
}
