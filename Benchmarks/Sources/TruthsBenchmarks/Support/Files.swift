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

  /// The paths of all files below a folder whose names do not begin with a dot, in no order that means anything.
  static func below(_ folder: String) -> [String] {
    guard let open = opendir(folder) else { return [folder] }
    defer { closedir(open) }
    var found: [String] = []
    while let entry = readdir(open) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { found += below("\(folder)/\(name)") }
    }
    return found
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
