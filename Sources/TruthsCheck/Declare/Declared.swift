import TruthsSyntax
import TruthsText

/// A declaration of one kind with where it stands.
struct Declared<Body: Sendable>: Sendable {
  var name: Name
  var body: Body
  var summary: Name?
  /// The whole root key.
  var keySpan: Span
  /// Name of the pack whose file holds it.
  var pack: String
  /// The file name without its ending.
  var stem: String
  /// Whether it belongs to the built-in pack.
  var isBuiltIn: Bool
  /// Whether all of it could be read; what another seems to lack may well be there.
  var isWhole: Bool

  /// The name that other packs may write.
  var qualifiedName: String { "\(pack).\(name.text)" }
}

/// What names are compared by: declarations of one kind, pack and name are duplicates.
struct QualifiedKey: Hashable {
  var pack: String
  var name: String
}
