import Testing
import Truths

/// A file keeps the ends of its lines (files §7).
@Suite("Line ends")
struct LineEndTests {
  private static let truths = """
    pack shop:
      version: 1.0.0

    intent send:
      fields:
        parcel_id: text

    truth sending:
      summary: "Somebody sends"# why
      when:
        - intent: send
      requires:
        - parcel_id = "a"
      produces:
        - trace.shop.sending

    """

  @Test("fixes and the layout leave them as they are", arguments: ["\n", "\r\n", "\r"])
  func fixes(_ end: String) {
    let text = "\u{FEFF}" + Self.truths.replacing("\n", with: end)
    let source = SourceText(path: "truths/shop/shop.truths", bytes: Array(text.utf8))
    let report = FixReport(Workspace(truths: [source]))
    let mended = report.rewrites.first.map { String(decoding: $0.new, as: UTF8.self) } ?? text
    for result in [mended, String(decoding: FormattedSource(source).bytes, as: UTF8.self)] {
      #expect(result.hasPrefix("\u{FEFF}"))
      let rest = result.replacing(end, with: "")
      #expect(!rest.unicodeScalars.contains { $0 == "\n" || $0 == "\r" })
    }
    #expect(mended != text)
  }
}
