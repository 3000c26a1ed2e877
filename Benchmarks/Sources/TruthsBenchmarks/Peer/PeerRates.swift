import Truths

/// The workload W5: how fast texts are read.
enum PeerRates {
  /// Ten megabytes of truths from the folder of the peers' data, and a context of as many facts.
  static func rows(_ data: String) throws(Findings) -> [Row] {
    let files = split(Files.read("\(data)/truths_10mb.yaml"))
    let size = files.reduce(0) { $0 + $1.bytes.count }
    let context = InvoiceContext(count: 110_000).source
    let workspace = Workspace(truths: InvoicePack.files)
    return [
      try row("Truths, YAML and clauses to declarations with places, 10 MB", size) { () throws(Findings) in
        _ = IncrementalWorkspace(truths: files)
      },
      try row("Truths, facts as JSON Lines to a checked, indexed context", context.bytes.count) { () throws(Findings) in
        _ = try Gate(RuleSet(workspace), context: context)
      },
    ]
  }

  /// Files of a size that people write: a file of ten megabytes has more nodes than one may have.
  private static func split(_ bytes: [UInt8]) -> [SourceText] {
    var files: [SourceText] = []
    var start = 0
    var declarations = 0
    for place in bytes.indices where bytes[place] == UInt8(ascii: "#") && place > 0 && bytes[place - 1] == 0x0A {
      declarations += 1
      guard declarations % 100 == 0 else { continue }
      files.append(file(files.count, bytes[start..<place]))
      start = place
    }
    return files + [file(files.count, bytes[start...])]
  }

  private static func file(_ number: Int, _ bytes: ArraySlice<UInt8>) -> SourceText {
    SourceText(path: "truths/money/money.part_\(number).truths", bytes: Array(bytes))
  }

  private static func row(_ what: String, _ size: Int, _ work: () throws(Findings) -> Void) throws(Findings) -> Row {
    var rates: [Double] = []
    for _ in 0..<5 {
      let start = nanoseconds()
      try work()
      rates.append(Double(size) / 1e6 / (Double(nanoseconds() - start) / 1e9))
    }
    var row = Row()
    row.set("what", what)
    row.set("mb_s", rates.median)
    row.set("runs", rates.count)
    return row
  }
}
