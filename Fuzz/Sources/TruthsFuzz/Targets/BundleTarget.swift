import Truths
import TruthsJSON
import TruthsText

/// A bundle; or, where the input is not a JSON object, a truth file from which a bundle is built.
enum BundleTarget {
  static func attempt(_ bytes: [UInt8]) {
    if bytes.first == UInt8(ascii: "{") { read(bytes) } else { build(bytes) }
  }

  /// A bundle that is believed gives the very hash that it states, and is built again from its own sources.
  private static func read(_ bytes: [UInt8]) {
    do {
      let workspace = try TruthPack(SourceText(path: "demo.truthpack", bytes: bytes)).workspace()
      let built = try? workspace.build()
      let again = built.flatMap { hash(Array($0.utf8)) }
      Claim.holds(again != nil && again == hash(bytes), "it is believed, and its sources give \(again ?? "nothing")")
    } catch {
      Claim.standInside(error.diagnostics, error.sources)
      Claim.holds(error.hasErrors, "it was refused, and nothing says why")
      _ = error.text()
    }
  }

  /// Checks that a bundle that was built is valid, and that its sources build the same bytes again.
  private static func build(_ bytes: [UInt8]) {
    guard let text = try? Workspace(truths: [SourceText(path: path(for: bytes), bytes: bytes)]).build() else { return }
    do {
      let again = try TruthPack(SourceText(path: "demo.truthpack", bytes: Array(text.utf8))).workspace().build()
      Claim.holds(again == text, "built again it is another bundle:\n\(text)\n\(again)")
    } catch {
      Claim.fails("what was built is not believed: \(error.text())\n\(text)")
    }
  }

  /// The hash that a bundle states.
  private static func hash(_ bytes: [UInt8]) -> String? {
    (try? JSONReader.read(SourceFile(bytes), limits: .ledger).get())?.value["truths"]?.stringValue
  }
}
