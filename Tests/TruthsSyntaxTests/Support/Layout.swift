import TruthsSyntax
import TruthsText

/// Returns a file after formatting, with the parts that the formatter left unchanged.
func laidOut(_ text: String) -> (text: String, refused: [String]) {
  laidOut(bytes: Array(text.utf8))
}

func laidOut(bytes: [UInt8]) -> (text: String, refused: [String]) {
  let file = SourceFile(id: FileID(0), path: "truths/demo/demo.truths", bytes: bytes)
  let result = FileFormatter.format(file)
  return (String(decoding: result.bytes, as: UTF8.self), result.refused.map { file.text($0) })
}

/// The bytes of a file after formatting.
func laidOutBytes(_ bytes: [UInt8]) -> [UInt8] {
  FileFormatter.format(SourceFile(id: FileID(0), path: "truths/demo/demo.truths", bytes: bytes)).bytes
}
