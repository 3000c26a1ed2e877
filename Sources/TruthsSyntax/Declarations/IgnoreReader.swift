import TruthsDiagnostics
import TruthsText

/// Finds `# truths:ignore` comments. libyaml drops comments, so they are read from the lines between the nodes.
enum IgnoreReader {
  private static let word = Array("truths:ignore".utf8)

  /// Whether a file may have such a comment. Most have none, and then places are not collected.
  static func isNeeded(in file: SourceFile) -> Bool {
    file.bytes.withUnsafeBufferPointer { bytes in
      guard ByteScan.has(0x23, in: bytes) else { return false }
      let (count, first) = (bytes.count, UInt8(ascii: "t"))
      var offset = 0
      while offset < count {
        if bytes[offset] == 0x23 {
          var next = offset + 1
          while next < count, bytes[next] == 0x20 { next += 1 }
          if next < count, bytes[next] == first, bytes[next...].starts(with: word) { return true }
        }
        offset += 1
      }
      return false
    }
  }

  /// Places that a comment can be above or inside of, each list in the order in which they begin.
  struct Places: Relocatable, Sendable {
    /// Declarations and the entries within them.
    private(set) var targets: [Span] = []
    /// Scalars, in which a `#` begins no comment.
    private(set) var texts: [Span] = []

    mutating func collect(_ node: YAMLNode) {
      switch node.kind {
      case .scalar: texts.append(node.span)
      case .broken: break
      case .sequence(let elements, _):
        for element in elements {
          targets.append(element.span)
          collect(element)
        }
      case .mapping(let entries, _):
        for entry in entries {
          targets.append(entry.span)
          collect(entry.value)
        }
      }
    }

    mutating func add(_ other: Places) {
      targets += other.targets
      texts += other.texts
    }

    func moved(by distance: Int32) -> Places {
      with {
        $0.targets = targets.moved(by: distance)
        $0.texts = texts.moved(by: distance)
      }
    }

    /// Whether a place is inside a scalar.
    func isText(_ offset: Int32) -> Bool {
      let index = Self.firstIndex(texts, from: offset)
      return index > 0 && texts[index - 1].end > offset
    }

    /// Returns the first declaration or entry that begins at or after an offset.
    func target(behind offset: Int32) -> Span? {
      let index = Self.firstIndex(targets, from: offset)
      return index < targets.count ? targets[index] : nil
    }

    /// Returns the index of the first span that begins at or after an offset.
    private static func firstIndex(_ spans: [Span], from offset: Int32) -> Int {
      var low = 0
      var high = spans.count
      while low < high {
        let middle = (low + high) / 2
        if spans[middle].start < offset { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  static func read(_ file: SourceFile, _ places: Places, into unit: inout SourceUnit) {
    for (index, start) in file.lineStarts.enumerated() {
      let end = index + 1 < file.lineStarts.count ? Int(file.lineStarts[index + 1]) : file.bytes.count
      guard let sign = commentStart(file.bytes[Int(start)..<end]) else { continue }
      let stop = file.bytes[sign..<end].trimmingSuffix(while: isBlank).endIndex
      let span = Span(file: file.id, start: sign, end: stop)
      if places.isText(span.start) { continue }
      comment(file, span, places.target(behind: span.end), into: &unit)
    }
  }

  /// Returns the offset of the `#` if the line is an ignore comment and nothing else.
  private static func commentStart(_ line: ArraySlice<UInt8>) -> Int? {
    guard let sign = line.firstIndex(where: { $0 != 0x20 }), line[sign] == 0x23 else { return nil }
    return isIgnore(line[sign...]) ? sign : nil
  }

  /// Whether a comment, from its `#` on, hides a finding.
  static func isIgnore(_ comment: ArraySlice<UInt8>) -> Bool {
    comment.dropFirst().drop { $0 == 0x20 }.starts(with: word)
  }

  private static func comment(_ file: SourceFile, _ span: Span, _ target: Span?, into unit: inout SourceUnit) {
    let words = file.text(span).split(separator: " ").drop { $0 == "#" || $0.hasSuffix("truths:ignore") }
    guard let code = words.first, isCode(code.utf8) else {
      unit.diagnostics.append(MalformedIgnore.finding("no code follows `truths:ignore`", at: span))
      return
    }
    var reason = words.dropFirst()
    var until: Name?
    if reason.count >= 2, reason[reason.endIndex - 2] == "until" {
      guard let date = reason.last, CivilDate(text: date) != nil else {
        unit.diagnostics.append(MalformedIgnore.finding("`\(reason.last ?? "")` is not a date", at: span))
        return
      }
      until = Name(String(date), at: Span(file: file.id, start: Int(span.end) - 10, end: Int(span.end)))
      reason = reason.dropLast(2)
    }
    unit.ignores.append(
      IgnoreComment(
        code: DiagnosticCode(String(code)), reason: reason.joined(separator: " "), until: until, target: target, at: span))
  }

  /// Whether the bytes are `T` and four digits.
  private static func isCode(_ bytes: Substring.UTF8View) -> Bool {
    bytes.count == 5 && bytes.first == 0x54 && bytes.dropFirst().allSatisfy(isDigit)
  }
}
