import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// Every readable JSON value is written in every form, and each form is read back as the value.
enum JSONTarget {
  static func attempt(_ bytes: [UInt8]) {
    var sources = SourceMap()
    let file = sources.add(path: "input.json", bytes: bytes)
    _ = JSONNesting.depth(of: bytes)
    let read = JSONReader.read(file)
    let whole = JSONReader.read(file, limits: .ledger)
    switch (read, whole) {
    case (.success(let json), .success(let other)):
      Claim.holds(json.value == other.value, "read with other limits it is another value")
      roundTrip(json.value)
    case (.success, .failure(let fault)): Claim.fails("with wider limits it cannot be read: \(fault)")
    case (.failure(let fault), _): Claim.standInside([fault], sources)
    }
    for line in JSONLines(file, limits: .document) {
      switch line {
      case .success(let json): roundTrip(json.value)
      case .failure(let fault): Claim.standInside([fault], sources)
      }
    }
  }

  private static func roundTrip(_ value: JSONValue) {
    let canonical = value.canonical()
    let back = read(canonical)
    Claim.holds(back?.sorted == value.sorted, "\(shown(canonical)) is read as another value")
    Claim.holds(back?.canonical() == canonical, "\(shown(canonical)) is written otherwise the second time")
    for bytes in [value.compact(), value.pretty()] {
      Claim.holds(read(bytes) == value, "\(shown(bytes)) is read as another value")
    }
    Claim.holds(JSONNesting.depth(of: canonical) == JSONNesting.depth(of: value.pretty()), "the depth depends on white space")
  }

  /// Reads JSON that the writer wrote. It is as deep as the input, and may be longer, because escapes and exponents are written
  /// out.
  private static func read(_ bytes: [UInt8]) -> JSONValue? {
    try? JSONReader.read(SourceFile(bytes), limits: .ledger).get().value
  }
}
