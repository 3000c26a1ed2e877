/// Makes clauses over the vocabulary of ``DecideShop``, the same ones for a seed everywhere.
struct ClauseGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number below a bound (SplitMix64).
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  mutating func clause(depth: Int = 3) -> String {
    if depth == 0 || below(4) == 0 { return atom() }
    switch below(6) {
    case 0, 1: return "(\(clause(depth: depth - 1)) and \(clause(depth: depth - 1)))"
    case 2, 3: return "(\(clause(depth: depth - 1)) or \(clause(depth: depth - 1)))"
    case 4: return "(not (\(clause(depth: depth - 1))))"
    default: return "(\(clause(depth: depth - 1)) and \(atom()) and \(atom()))"
    }
  }

  private mutating func atom() -> String {
    switch below(14) {
    case 0, 1, 2, 3: return "\(number()) \(comparison()) \(number())"
    case 4: return "\(whole()) \(comparison()) \(pick(["0", "1", "2", "0.5"]))"
    case 5: return "\(text()) \(comparison()) \(text())"
    case 6: return "\(pick(["name", "other"])) \(pick(["in", "not in"])) [\"a\", \"b\"]"
    case 7: return pick(["b", "c", "b == c", "b != c", "is_strict", "proposal.consent"])
    case 8 where below(3) == 0: return "ticket.state \(pick(["==", "!="])) \(pick(["start", "open", "busy", "done"]))"
    case 8: return "hue \(pick(["==", "!="])) \(pick(["red", "green"]))"
    case 9: return "size \(comparison()) \(pick(["small", "medium", "large"]))"
    case 10:
      let thing = pick([
        "d", "n", "name", "b", "hue", "stock.counted", "stock.counted.note", "period.closed", "where_to", "where_to.street",
        "net",
      ])
      return "\(thing) \(pick(["exists", "missing"]))"
    case 11: return pick(["period.closed", "period.closed(period_id = name)", "stock.counted", "stock.counted(item = \"a\")"])
    case 12:
      return pick(["tags empty", "tags not empty", "name empty", "length(tags) > 1", "where_to.city == name", "is_email(name)"])
    default:
      return pick([
        "on > \"2024-01-02\"", "on <= \"2024-01-02\"", "at < now", "now - at > hours(1)", "on + days(1) == \"2024-01-03\"",
        "span >= hours(1)", "span < minutes(30)", "abs(d) > 1",
      ])
    }
  }

  private mutating func number() -> String {
    switch below(5) {
    case 0: pick(["0", "1", "2", "-1", "0.5"])
    case 1: pick(["d + e", "d - e", "2 * d", "d + n", "net", "d * e"])
    case 2: pick(["given", "limit", "stock.counted.amount", "n", "proposal.confidence"])
    default: pick(["d", "e"])
    }
  }

  private mutating func whole() -> String { pick(["n", "m", "n + m", "2 * n", "n - m", "n * 0.5"]) }

  private mutating func text() -> String {
    pick(["name", "other", "\"a\"", "\"b\"", "\"\"", "actor.user_id", "stock.counted.note", "where_to.city"])
  }

  private mutating func comparison() -> String { pick(["==", "!=", "<", "<=", ">", ">="]) }
}
