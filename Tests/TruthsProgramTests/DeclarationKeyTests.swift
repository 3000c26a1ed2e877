import Testing
import TruthsProgram
import TruthsSyntax

/// Keys of declarations as they are hashed (hashes §5.1).
@Suite struct DeclarationKeyTests {
  private static let keys = [
    DeclarationKey(.truth, "money.invoice.creation"), DeclarationKey(.fact, "money", "period.closed"),
    DeclarationKey(.pack, "money"),
    DeclarationKey(.role, "head librarian"), DeclarationKey(zone: "Europe/Zurich"), DeclarationKey(.function, "money.tax"),
  ]

  @Test func text() {
    #expect(
      Self.keys.map(\.text) == [
        "truth money.invoice.creation", "fact money.period.closed", "pack money", "role head librarian", "zone Europe/Zurich",
        "function money.tax",
      ])
  }

  /// A role and a zone belong to no pack.
  @Test func pack() { #expect(Self.keys.map(\.pack) == ["money", "money", "money", "", "", "money"]) }

  /// Declarations are hashed in the order of their texts.
  @Test func order() {
    let names = ["a", "a.b", "a.c", "b", "z"]
    let keys =
      DeclarationKind.allCases.flatMap { kind in names.map { DeclarationKey(kind, $0) } } + names.map { DeclarationKey(zone: $0) }
    #expect(keys.reversed().sorted().map(\.text) == keys.map(\.text).sorted())
  }
}
