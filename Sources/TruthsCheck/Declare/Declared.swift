import TruthsSyntax
import TruthsText

/// A declaration of one kind with where it stands.
final class Declared<Body: Sendable>: Sendable {
  let name: Name
  let body: Body
  let summary: Name?
  /// The whole root key.
  let keySpan: Span
  /// Name of the pack whose file holds it.
  let pack: String
  /// The file name without its ending.
  let stem: String
  /// Whether it belongs to the built-in pack.
  let isBuiltIn: Bool
  /// Whether all of it could be read; what another seems to lack may well be there.
  let isWhole: Bool

  init(_ declaration: Declaration, _ body: Body, in unit: SourceUnit) {
    name = declaration.name
    self.body = body
    summary = declaration.summary
    keySpan = declaration.keySpan
    pack = unit.pack
    stem = unit.stem
    isBuiltIn = unit.relativePath == ConvergePack.path
    isWhole = declaration.isWhole
  }

  /// The name that other packs may write.
  var qualifiedName: String { "\(pack).\(name.text)" }
}

/// What names are compared by: declarations of one kind, pack and name are duplicates.
struct QualifiedKey: Hashable {
  var pack: String
  var name: String
}

extension Declared: Equatable where Body: Equatable {
  static func == (left: Declared, right: Declared) -> Bool {
    left === right
      || left.name == right.name && left.body == right.body && left.summary == right.summary && left.keySpan == right.keySpan
        && left.pack == right.pack && left.stem == right.stem && left.isBuiltIn == right.isBuiltIn
        && left.isWhole == right.isWhole
  }
}
