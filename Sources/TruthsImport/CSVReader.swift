/// A parser of comma-separated values (RFC 4180). A first line `sep=;`, as spreadsheets write it, names the separator. Without
/// it, the separator is the first comma, semicolon, tab or `|` in the first line that is outside of quotes. Lines before it that
/// are empty do not count.
enum CSVReader {
  struct Line {
    var number: Int
    var cells: [String]
  }

  private static let cellLimit = 50_000

  static func lines(_ bytes: [UInt8]) throws -> [Line] {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw ImportFault("the file is no UTF-8") }
    let scalars = Array(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
    let start = firstLine(of: scalars)
    let named = namedSeparator(of: scalars[start...])
    var reader = Scanner(scalars: scalars, separator: named ?? separator(of: scalars[start...]))
    try reader.run()
    return Array(reader.lines.filter { !$0.cells.allSatisfy(\.isEmpty) }.dropFirst(named == nil ? 0 : 1))
  }

  /// Returns the lines without the columns at the end that are empty in every line, the names included.
  static func withoutEmptyColumns(_ lines: [Line]) -> [Line] {
    let width = lines.map { ($0.cells.lastIndex { !$0.isEmpty } ?? -1) + 1 }.max() ?? 0
    return lines.map { Line(number: $0.number, cells: Array($0.cells.prefix(width))) }
  }

  /// Returns the place where the first line begins that has more than blanks, tabs and quotes around nothing.
  private static func firstLine(of scalars: [Unicode.Scalar]) -> Int {
    var (start, isQuoted) = (0, false)
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\n", !isQuoted {
        start = index + 1
      } else if scalar == "\"" {
        isQuoted.toggle()
      } else if !scalar.properties.isWhitespace {
        return start
      }
    }
    return start
  }

  /// Returns the separator that a first line `sep=;` names; `nil` for any other line.
  private static func namedSeparator(of scalars: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    let line = scalars.prefix { $0 != "\n" && $0 != "\r" }
    guard line.count == 5, line.prefix(4).elementsEqual("sep=".unicodeScalars), let separator = line.last, separator != "\"",
      !separator.properties.isAlphabetic, separator.properties.numericType == nil
    else { return nil }
    return separator
  }

  private static func separator(of scalars: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar {
    let candidates: [Unicode.Scalar] = [",", ";", "\t", "|"]
    var (present, isQuoted, isAtStart) = (Set<Unicode.Scalar>(), false, true)
    for scalar in scalars {
      if scalar == "\"", isQuoted || isAtStart { isQuoted.toggle() }
      if isQuoted { continue }
      if scalar == "\n" { break }
      isAtStart = candidates.contains(scalar) || scalar == " " && isAtStart
      if candidates.contains(scalar) { present.insert(scalar) }
    }
    return candidates.first { present.contains($0) } ?? ","
  }

  private struct Scanner {
    let scalars: [Unicode.Scalar]
    let separator: Unicode.Scalar
    var lines: [Line] = []
    private var cells: [String] = []
    private var cell = String.UnicodeScalarView()
    private var number = 1
    private var count = 0

    init(scalars: [Unicode.Scalar], separator: Unicode.Scalar) {
      self.scalars = scalars
      self.separator = separator
    }

    mutating func run() throws {
      var start = 1
      var isQuoted = false
      var index = 0
      while index < scalars.count {
        let scalar = scalars[index]
        index += 1
        if scalar == "\n" { number += 1 }
        if isQuoted {
          guard scalar == "\"" else {
            cell.append(scalar)
            continue
          }
          isQuoted = index < scalars.count && scalars[index] == "\""
          if isQuoted {
            cell.append(scalar)
            index += 1
          }
        } else if scalar == "\"", cell.isEmpty {
          isQuoted = true
        } else if scalar == separator {
          try endCell()
        } else if scalar == "\n" {
          try endCell()
          lines.append(Line(number: start, cells: cells))
          cells = []
          start = number
        } else if scalar == "\r" {
          guard index == scalars.count || scalars[index] == "\n" else {
            throw ImportFault("line \(number): a carriage return without a line feed; lines end with a line feed, or with both")
          }
        } else {
          cell.append(scalar)
        }
      }
      if isQuoted { throw ImportFault("line \(start): a quote is not closed") }
      guard !cell.isEmpty || !cells.isEmpty else { return }
      try endCell()
      lines.append(Line(number: start, cells: cells))
    }

    private mutating func endCell() throws {
      count += 1
      if count > CSVReader.cellLimit { throw ImportFault("more than \(CSVReader.cellLimit) cells") }
      cells.append(TableDraft.trimmed(String(cell)))
      cell = String.UnicodeScalarView()
    }
  }
}
