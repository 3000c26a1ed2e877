import TruthsJSON
import TruthsText

/// The renaming of a background or an actor in the fixtures that name it (fixtures §2.1).
struct SharedRename {
  private let naming: FixtureBackgrounds.Naming
  private let all: FixtureBackgrounds

  /// - Throws: a refusal if the name is also the name of a user or a client, which would change too.
  init(_ naming: FixtureBackgrounds.Naming, _ all: FixtureBackgrounds) throws(Renaming.Refusal) {
    (self.naming, self.all) = (naming, all)
    guard naming.shared.actor != nil, let json = all.declared[naming.shared] else { return }
    let missing = ["user_id", "device_id"].filter { json.member($0) == nil }
    if let first = missing.first {
      throw Renaming.Refusal(
        message: "the name is also the `\(first)` of the actor: give the actor a `\(first)` of its own, and rename it then")
    }
    if all.namings().contains(where: { $0.shared == naming.shared && $0.isOfClient }) {
      throw Renaming.Refusal(
        message: "a client of this name connects as the actor: give its `connect` an `actor`, and rename it then")
    }
  }

  /// Returns the edits by the paths of their files.
  ///
  /// - Throws: a refusal where the name cannot be written as it is, or another has it.
  func edits(to name: String) throws(Renaming.Refusal) -> [String: [TextEdit]] {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) else {
      throw Renaming.Refusal(message: "a name in fixtures is a text without quotes and backslashes that is not empty")
    }
    let shared = naming.shared
    let isTaken = all.declared.keys.contains { other in
      guard other.name == name, (other.actor == nil) == (shared.actor == nil) else { return false }
      if shared.actor != nil { return other.folder == shared.folder && other.background == shared.background }
      return (other.folder + "/").hasPrefix(shared.folder + "/") || (shared.folder + "/").hasPrefix(other.folder + "/")
    }
    if isTaken {
      throw Renaming.Refusal(message: "there is \(shared.actor == nil ? "a background" : "an actor") `\(name)` already")
    }
    var edits: [String: [TextEdit]] = [:]
    for one in all.namings() where one.shared == shared {
      edits[one.place.path, default: []].append(TextEdit(span: one.place.span, text: name))
    }
    return edits
  }
}
