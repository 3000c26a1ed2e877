import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The version increments that packs need between two truth sets.
extension PackDifference {
  /// Returns the increment for each pack. The differences of the pack's declarations determine it. If only the text of
  /// declarations changed, it is `patch`.
  static func all(_ old: Program, _ new: Program, _ difference: SetDifference) -> [PackDifference] {
    func packs(_ program: Program) -> [String: PackInfo] {
      let own = program.packs.filter { $0.name != ConvergePack.name }
      return Dictionary(first: own.map { ($0.name, $0) })
    }
    let (before, after) = (packs(old), packs(new))
    let rewritten = rewritten(old, new)
    return Set(before.keys).union(after.keys).sorted { Text($0) < Text($1) }.map { name in
      var pack = PackDifference(name: name, old: before[name]?.version, new: after[name]?.version, need: .none)
      pack.isAdded = before[name] == nil
      pack.isRemoved = after[name] == nil
      if pack.isRemoved { pack.raise(.major, "the pack is removed") }
      if pack.isAdded { pack.raise(.minor, "the pack is added") }
      if rewritten.contains(name) { pack.need = max(pack.need, .patch) }
      for (section, differences) in difference.sections {
        for one in differences where one.kind != .same && one.packs.contains(name) {
          let isOpen = one.need > one.kind.need
          let words = one.kind.words + (isOpen ? ", and may be stricter elsewhere" : "")
          pack.raise(one.need, "\(Self.noun[section] ?? section) `\(one.name)` \(words)")
        }
      }
      if pack.need == .patch { pack.because = ["the text of its declarations changed"] }
      return pack
    }
  }

  private mutating func raise(_ need: VersionNeed, _ reason: String) {
    if need > self.need { because = [] }
    self.need = max(self.need, need)
    if need == self.need { because.append(reason) }
  }

  /// Returns the names of the packs with a declaration whose canonical form changed, apart from the pack's version.
  private static func rewritten(_ old: Program, _ new: Program) -> Set<String> {
    func bodies(_ program: Program) -> [DeclarationKey: JSONValue] {
      Dictionary(
        first: program.declarations.map { declaration in
          let key = declaration.key
          guard key.kind == .pack, var body = declaration.body.objectValue else {
            return (key, declaration.body)
          }
          body["version"] = nil
          return (key, .object(body))
        })
    }
    let (before, after) = (bodies(old), bodies(new))
    let known = old.declarations + new.declarations
    return Set(known.filter { before[$0.key] != after[$0.key] }.map(\.key.pack))
  }

  private static let noun = [
    "intents": "intent", "tables": "table", "functions": "function", "lifecycles": "lifecycle", "views": "view",
    "closing": "truth", "invariants": "invariant", "facts": "fact", "records": "record", "enums": "enum", "policies": "policy",
    "calendars": "calendar", "sources": "source", "roles": "role",
  ]
}

extension DifferenceKind {
  /// The predicate of a sentence whose subject is the declaration.
  package var words: String {
    switch self {
    case .same: "is the same"
    case .stricter: "is stricter"
    case .looser: "is looser"
    case .both: "is stricter and looser"
    case .effects: "has other effects"
    case .added: "is added"
    case .removed: "is removed"
    case .undecided: "is not decided"
    }
  }
}
