import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Checks that formatting keeps the meaning and the findings of a file, also of one with errors, and that a second run changes
/// nothing.
enum FormatTarget {
  static func attempt(_ bytes: [UInt8]) {
    let path = path(for: bytes)
    let once = FileFormatter.format(SourceFile(bytes, path: path))
    let report = { (text: String) in "\(text)\n--- before\n\(shown(bytes))\n--- after\n\(shown(once.bytes))" }
    Claim.holds(once.refused.isEmpty, report("the formatter refuses \(once.refused)"))
    let (before, after) = (unit(bytes, path), unit(once.bytes, path))
    Claim.holds(
      before.declarations.map(Bare.declaration) == after.declarations.map(Bare.declaration), report("other declarations"))
    Claim.holds(findings(before) == findings(after), report("other findings: \(findings(before)) \(findings(after))"))
    Claim.holds(before.ignores.map(\.code) == after.ignores.map(\.code), report("other ignores"))
    let twice = FileFormatter.format(SourceFile(once.bytes, path: path)).bytes
    Claim.holds(twice == once.bytes, report("formatted again it is\n\(shown(twice))"))
    guard before.diagnostics.isEmpty, !before.declarations.isEmpty, twice != bytes else { return }
    let programs = [bytes, once.bytes].map { Loader.load([(path, $0)]).program }
    Claim.holds(
      programs[0].declarations.map(\.key) == programs[1].declarations.map(\.key)
        && programs[0].declarations.map(\.body) == programs[1].declarations.map(\.body), report("another hash"))
  }

  private static func unit(_ bytes: [UInt8], _ path: String) -> SourceUnit {
    Parser.parse(SourceFile(bytes, path: path), relativePath: Loader.relativePath(of: path))
  }

  private static func findings(_ unit: SourceUnit) -> [String] { unit.diagnostics.map { "\($0.code) \($0.message)" }.sorted() }
}
