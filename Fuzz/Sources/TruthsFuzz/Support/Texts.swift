import TruthsText

extension SourceFile {
  /// A file that is the only one.
  convenience init(_ bytes: [UInt8], path: String = "input") { self.init(id: FileID(0), path: path, bytes: bytes) }
}

/// Bytes as they are shown in a report.
func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Returns the path of a truth or of a job file. The path decides what the file may contain, and both kinds are tried.
func path(for bytes: [UInt8]) -> String {
  let isJob = bytes.split(separator: 0x0A).contains { $0.starts(with: "jtbd ".utf8) || $0.starts(with: "blueprint ".utf8) }
  return isJob ? "jtbd/demo/demo.jtbd" : "truths/demo/demo.truths"
}
