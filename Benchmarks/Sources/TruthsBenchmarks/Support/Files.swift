import Glibc
import Truths

/// Files, as far as measuring needs them.
enum Files {
  static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { fail("cannot read \(path)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in count = fread(buffer.baseAddress, 1, size, file) }
  }

  /// Writes a file below folders that need not be there yet.
  static func write(_ path: String, _ bytes: [UInt8]) {
    for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      mkdir(String(decoding: path.utf8.prefix(index), as: UTF8.self), 0o755)
    }
    guard let file = fopen(path, "w") else { fail("cannot write \(path)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  static func write(_ folder: String, _ files: [SourceText]) {
    for file in files { write("\(folder)/\(file.path)", file.bytes) }
  }
}
