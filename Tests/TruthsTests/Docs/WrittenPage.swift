import TruthsDiagnostics

/// A page of `docs/diagnostics`, written from what reading it gave.
struct WrittenPage {
  let page: DiagnosticPage
  /// The output of the first wrong sample's command.
  let output: String

  /// The whole file.
  var text: String {
    let severity = page.severity == .error ? "Error" : "Warning"
    var parts = ["# \(page.code) \(page.name)", "\(severity): \(page.title)."]
    parts += ["## Why it matters", page.why, "## How to fix it", page.mend]
    for (index, sample) in page.wrong.enumerated() {
      parts += [index == 0 ? "## Wrong" : "Or:"] + Self.parts(of: sample)
      if index == 0 { parts += ["`\(sample.command)` says:", Self.fenced(output, "text")] }
    }
    for (index, sample) in page.right.enumerated() {
      parts += [index == 0 ? "## Right" : "Or:"] + Self.parts(of: sample)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func parts(of sample: DiagnosticSample) -> [String] {
    sample.files.flatMap { path, text in
      let language = [".json", ".jsonl", ".truthpack"].contains { path.hasSuffix($0) } ? "json" : "yaml"
      return ["`\(path)`", fenced(text.unicodeScalars.map(shown).joined(), language)]
    }
  }

  /// Returns a scalar as a page shows it; an invisible one as a symbol or escape.
  private static func shown(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\n" { return "\n" }
    let hasNoPicture = scalar.visible == "\u{FFFD}" && scalar != "\u{FFFD}"
    return hasNoPicture ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : scalar.visible
  }

  /// Returns a block of code in a fence that is longer than any fence inside of it.
  private static func fenced(_ text: String, _ language: String) -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(fence)\(language)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)"
  }
}
