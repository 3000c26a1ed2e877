import TruthsProgram
import TruthsText

/// The names of a program by the words in which the handbook says them. `a_b.c` and `a.b_c` are both "a b c", so each of them is
/// shown as it is written.
struct SpokenNames {
  private var names: [String: Set<String>] = [:]
  private var values: [String: Set<String>] = [:]
  /// The functions and tables by the words of a call: `rate(w)` and `rate_of(w)` are both "the rate of the w".
  private var calls: [String: Set<String>] = [:]
  /// The fields by the words in which one is read from a value: `rate of`.
  private var fields: Set<String> = []
  /// The packs that declare a name.
  private var packs: [String: Set<String>] = [:]

  /// - Complexity: O(names of the program).
  init(_ program: Program) {
    func add(_ name: String, of pack: String?) {
      names[PlainName.words(name), default: []].insert(name)
      if let pack { packs[name, default: []].insert(pack) }
    }
    for fact in program.facts { add(fact.name, of: fact.pack) }
    for lifecycle in program.lifecycles { add(lifecycle.name, of: lifecycle.pack) }
    for policy in program.policies { add(policy.name, of: policy.pack) }
    for table in program.tables {
      add(table.name, of: table.pack)
      calls[Self.words(ofCall: table.name), default: []].insert(table.name)
    }
    let fields =
      program.facts.map(\.fields) + program.records.map(\.fields) + program.intents.map(\.fields) + program.tables.map(\.inputs)
    for field in fields.joined() {
      add(field.name, of: nil)
      self.fields.insert(Self.words(ofField: field.name))
    }
    for value in program.enums.flatMap(\.values) { values[PlainName.words(value.string), default: []].insert(value.string) }
  }

  /// Whether a call of the function is said without another `of`: `tier_of(w)` is "the tier of the w".
  static func isJoined(_ name: String) -> Bool { name.hasSuffix("_of") || name.hasSuffix("_for") }

  /// Returns the words before the arguments of a call, without `the`.
  static func words(ofCall name: String) -> String { PlainName.words(name) + (isJoined(name) ? "" : " of") }

  /// Returns the words before the value from which a field is read, without `the`.
  static func words(ofField name: String) -> String { PlainName.words(name) + " of" }

  /// Whether another function or table has the same words in a call.
  func isSharedCall(_ name: String) -> Bool { calls[Self.words(ofCall: name), default: []].contains { $0 != name } }

  /// Whether the words are those by which a field of the program is read from a value.
  func isField(_ words: String) -> Bool { fields.contains(words) }

  /// Whether another name of the program has the same words.
  func isAmbiguous(_ name: String) -> Bool { names[PlainName.words(name), default: []].contains { $0 != name } }

  /// Whether the words are those of a name of the program.
  func isName(_ words: String) -> Bool { names[words] != nil }

  /// Whether another value of an enum has the same words.
  func isAmbiguous(value: String) -> Bool { values[PlainName.words(value), default: []].contains { $0 != value } }

  /// Whether several packs declare the name.
  func isShared(_ name: String) -> Bool { packs[name, default: []].count > 1 }
}
