import CTruths
import Truths

/// Conversion of bytes between C and Swift.
extension truths_bytes {
  /// A copy of the bytes.
  var bytes: [UInt8] { data.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? [] }

  /// The bytes as a text; invalid UTF-8 is replaced.
  var text: String { String(decoding: UnsafeBufferPointer(start: data, count: data == nil ? 0 : count), as: UTF8.self) }

  /// Whether the count is positive without a pointer.
  var isMisuse: Bool { data == nil && count > 0 }
}

extension UnsafeMutablePointer<truths_buffer> {
  /// Gives the caller a copy of bytes, with a zero byte after them.
  func give(_ bytes: [UInt8]) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
    copy.initialize(repeating: 0, count: bytes.count + 1)
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { copy.update(from: start, count: bytes.count) } }
    pointee = truths_buffer(data: copy, count: bytes.count)
  }

  func give(_ text: String) { give(Array(text.utf8)) }

  /// Sets the buffer to no bytes.
  func empty() { pointee = truths_buffer(data: nil, count: 0) }
}

/// Runs a closure, and gives the findings that it throws to the caller as JSON.
func finding(_ findings: UnsafeMutablePointer<truths_buffer>, _ act: () throws -> Void) -> truths_status {
  do {
    try act()
    return truths_status(TRUTHS_DONE)
  } catch {
    findings.give((error as? Findings)?.json ?? "[]\n")
    return truths_status(TRUTHS_FINDINGS)
  }
}
