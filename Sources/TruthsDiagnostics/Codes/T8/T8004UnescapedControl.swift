package import TruthsText

/// T8004: a control character inside a text.
package enum UnescapedControl: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8004", "unescaped-control", .error,
    title: "a text holds a control character as itself",
    why:
      "JSON wants characters below U+0020 escaped; as themselves they are invisible, and often a sign of a text that was not "
      + "closed.",
    mend: #"Write it as its escape: `\n`, `\t`, or `\u` with four hexadecimal digits."#,
    wrong: [DataSamples.context("{\"type\": \"person.greeted\", \"name\": \"Ada\tLovelace\"}")],
    right: [DataSamples.context(#"{"type": "person.greeted", "name": "Ada\tLovelace"}"#)])

  /// A byte below 0x20 inside a text.
  package static func found(_ byte: UInt8, at span: Span) -> Diagnostic {
    let digits = String(byte, radix: 16, uppercase: true)
    let escape =
      switch byte {
      case 0x08: #"\b"#
      case 0x09: #"\t"#
      case 0x0A: #"\n"#
      case 0x0C: #"\f"#
      case 0x0D: #"\r"#
      default: #"\u00"# + (byte < 16 ? "0" : "") + digits
      }
    return make(
      "the control character U+00\(byte < 16 ? "0" : "")\(digits) stands in a text as itself", at: span,
      help: "write it as `\(escape)`")
  }
}
