package import TruthsDiagnostics
package import TruthsText

/// Reads I-JSON (RFC 7493) with exact numbers, every value with its place.
///
/// What other readers let through is a fault here: a name that stands twice, invalid UTF-8, half a surrogate pair, a
/// noncharacter, a number past the limits of data, anything behind the value. The first fault ends the reading.
package enum JSONReader {
  /// Reads the one value of a document.
  ///
  /// - Parameters:
  ///   - file: The file; spans are places in it.
  ///   - range: The bytes of the file that are the document; all of them when `nil`. Bounds outside the file are moved into it.
  /// - Returns: The value, or a T80 diagnostic at the first characters that are wrong.
  /// - Complexity: O(n) in the number of bytes; recursion is bounded by `limits.depth`.
  package static func read(
    _ file: SourceFile, in range: Range<Int>? = nil, limits: JSONLimits = .document
  ) -> Result<LocatedJSON, Diagnostic> {
    file.bytes.withUnsafeBufferPointer { bytes in
      let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
      return read(bytes, of: file.id, in: range, unit: .document, limits: limits)
    }
  }

  /// Reads the one value of a document that is data.
  ///
  /// - Parameter file: whose bytes they are; spans are places in it.
  package static func read(
    _ data: DataBytes, of file: FileID, limits: JSONLimits = .document
  ) -> Result<LocatedJSON, Diagnostic> {
    data.withBytes { read($0, of: file, in: 0..<$0.count, unit: .document, limits: limits) }
  }

  /// Reads the one value of a line of a ledger that was read before.
  ///
  /// - Parameter range: the bytes of the line.
  package static func read(line range: Range<Int>, of data: DataBytes) -> Result<LocatedJSON, Diagnostic> {
    data.withBytes { bytes in
      read(bytes, of: FileID(0), in: range.clamped(to: 0..<bytes.count), unit: .line(isLast: false), limits: .ledger)
    }
  }

  /// Reads the one value of a document or line.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, of file: FileID, in range: Range<Int>, unit: JSONUnit, limits: JSONLimits
  ) -> Result<LocatedJSON, Diagnostic> {
    let whole = Span(file: file, start: range.lowerBound, end: range.upperBound)
    guard range.count <= limits.bytes else {
      return .failure(DataTooLarge.bytes(range.count, limit: limits.bytes, at: whole.atStart))
    }
    do throws(Diagnostic) {
      var scanner = JSONScanner(bytes, of: file, range: range, unit: unit, limits: limits)
      return .success(try scanner.document())
    } catch {
      return .failure(error)
    }
  }
}

/// What a value is the whole of; it decides how its faults are told.
enum JSONUnit {
  case document
  /// A line of JSON Lines; the last one without a line break may have been cut off.
  case line(isLast: Bool)
}
