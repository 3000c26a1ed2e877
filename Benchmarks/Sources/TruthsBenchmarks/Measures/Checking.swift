import Truths

extension Measure {
  /// The measures of reading and checking truths.
  static let checking = [
    Measure(
      name: "check", operation: "a file of one truth, read and checked with all others", size: "files",
      sizes: [10, 100, 1000, 10_000], counted: [10, 100]
    ) { size throws(Findings) in
      let files = InvoicePack.cleanFiles(size)
      return Work(operations: size) { () throws(Findings) in
        try clean(Workspace(truths: files).check())
      }
    },
    Measure(
      name: "recheck", operation: "a set checked again after one clause was edited", size: "files",
      sizes: [10, 100, 1000, 10_000],
      counted: [10, 100]
    ) { size throws(Findings) in
      let live = IncrementalWorkspace(truths: InvoicePack.cleanFiles(size))
      _ = try clean(live.findings)
      var edits = 0
      return Work(operations: 1) { () throws(Findings) in
        edits += 1
        live.update(InvoicePack.cleanFile(size / 2, threshold: 5000 + edits))
        return try clean(live.findings)
      }
    },
    table(.numbers), table(.texts), table(.symbols),
  ]

  private static func table(_ column: TablePack.Column) -> Measure {
    Measure(
      name: "check-\(column)", operation: "a table of three columns of \(column) with alternatives, checked", size: "rows",
      sizes: [100, 1000], counted: []
    ) { size throws(Findings) in
      let files = TablePack.files(column, rows: size)
      return Work(operations: 1) { () throws(Findings) in
        try clean(Workspace(truths: files).check())
      }
    }
  }

  private static func clean(_ findings: Findings) throws(Findings) -> Int {
    if findings.hasErrors { throw findings }
    return findings.isEmpty ? 0 : 1
  }
}
