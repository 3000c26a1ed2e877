import TruthsProgram
import TruthsText

/// The names of a program by the words in which the handbook says them. `a_b.c` and `a.b_c` are both "a b c", so each of them is
/// shown as it is written.
struct SpokenNames {
  private var names: [String: Set<String>] = [:]
  private var values: [String: Set<String>] = [:]
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
    for table in program.tables { add(table.name, of: table.pack) }
    let fields =
      program.facts.map(\.fields) + program.records.map(\.fields) + program.intents.map(\.fields) + program.tables.map(\.inputs)
    for field in fields.joined() { add(field.name, of: nil) }
    for value in program.enums.flatMap(\.values) { values[PlainName.words(value.string), default: []].insert(value.string) }
  }

  /// Whether another name of the program has the same words.
  func isAmbiguous(_ name: String) -> Bool { names[PlainName.words(name), default: []].contains { $0 != name } }

  /// Whether some words are those of a name of the program.
  func isName(_ words: String) -> Bool { names[words] != nil }

  /// Whether another value of an enum has the same words.
  func isAmbiguous(value: String) -> Bool { values[PlainName.words(value), default: []].contains { $0 != value } }

  /// Whether several packs declare the name.
  func isShared(_ name: String) -> Bool { packs[name, default: []].count > 1 }
}
