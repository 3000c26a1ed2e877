import Truths
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The breakpoints of a session.
struct Breakpoints {
  /// The conditions of breakpoints by their place; `nil` for one without a condition.
  var lines: [BreakpointPlaces.Line: String?] = [:]
  /// The conditions of breakpoints on rules, functions and tables, by name.
  var names: [String: String?] = [:]
  var exceptions: Set<ExceptionFilter> = []
  private var lastID = 0

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }
}

/// The kinds of steps at which a session stops without a breakpoint.
enum ExceptionFilter: String, CaseIterable {
  case halted, violated, unknown

  var label: String {
    switch self {
    case .halted: "Decision is not accepted"
    case .violated: "Clause fails"
    case .unknown: "Value is unknown"
    }
  }

  var summary: String {
    switch self {
    case .halted: "Stops at the decision if the run is halted or rejected, or waits."
    case .violated: "Stops at each clause that is violated."
    case .unknown: "Stops at each clause that is neither true nor false, and at each `let` and call without a value."
    }
  }
}

/// The lines at which steps of a recording can stop.
struct BreakpointPlaces {
  /// A line of a file, from 1.
  struct Line: Hashable {
    let file: FileID
    let number: Int
  }

  private struct Place {
    let lines: ClosedRange<Int>
    let length: Int32
  }

  private let sources: SourceMap
  private let root: String
  /// The places of each file, by their first line.
  private var places: [FileID: [Place]] = [:]

  init(_ recording: DecisionRecording, root: String) {
    sources = recording.subject.sources
    self.root = root
    let written = SourcePlaces(recording.subject.units)
    let program = recording.program
    for truth in program.truths {
      add([truth.span] + [truth.condition?.span].compactMap(\.self) + truth.clauses.map(\.span) + truth.outputs.map(\.span))
      add(truth.lets.compactMap { written.place(ofLet: $0.name, in: truth.span) })
    }
    for invariant in program.invariants { add([invariant.span, invariant.clause.span]) }
    for table in program.tables {
      add([table.span] + table.rows.map(\.span))
      add(table.lets.compactMap { written.place(ofLet: $0.name, in: table.span) })
    }
    add([recording.subject.request.proposal.span])
    for file in places.keys { places[file]?.sort { $0.lines.lowerBound < $1.lines.lowerBound } }
  }

  private mutating func add(_ spans: [Span]) {
    for span in spans {
      let (start, end) = (sources.start(of: span).line, sources.end(of: span).line)
      places[span.file, default: []].append(Place(lines: start...max(start, end), length: span.end - span.start))
    }
  }

  func line(of span: Span?) -> Line? { span.map { Line(file: $0.file, number: sources.start(of: $0).line) } }

  /// Returns the line at which a breakpoint on a line stops: that of the smallest place around it, or else of the next place.
  func line(for number: Int, in file: FileID) -> Line? {
    let known = places[file] ?? []
    let around = known.filter { $0.lines.contains(number) }.min { $0.length < $1.length }
    return (around ?? known.first { $0.lines.lowerBound > number }).map { Line(file: file, number: $0.lines.lowerBound) }
  }

  /// Returns the lines of places from one line to another.
  func lines(from first: Int, to last: Int, in file: FileID) -> [Int] {
    Set((places[file] ?? []).map(\.lines.lowerBound).filter { $0 >= first && $0 <= last }).sorted()
  }

  /// Returns the absolute path of a file; `nil` for the built-in pack, which is no file.
  func path(of file: FileID) -> String? {
    guard let path = sources.file(file)?.path, path != ConvergePack.path else { return nil }
    return path.hasPrefix("/") ? path : "\(root)/\(path)"
  }

  /// Returns the file with a path, as a client writes it. A client may know it under a link, so the end of the path is enough.
  func file(at path: String) -> FileID? {
    let named = sources.files.filter { self.path(of: $0.id) == path }
    return (named.first ?? sources.files.first { path.hasSuffix("/\($0.path)") })?.id
  }

  func name(of file: FileID) -> String { sources.file(file)?.path.split(separator: "/").last.map(String.init) ?? "truths" }

  /// Returns the line and column of an offset, in UTF-16 as clients count, both from 0.
  func position(_ span: Span, atEnd: Bool) -> (line: Int, column: Int) {
    let offset = Int(atEnd ? span.end : span.start)
    guard let file = sources.file(span.file) else { return (0, 0) }
    let line = file.position(at: offset).line
    let start = Int(file.lineStarts[line - 1])
    let before = String(decoding: file.bytes[start..<max(start, min(offset, file.bytes.count))], as: UTF8.self)
    return (line - 1, before.utf16.count)
  }
}
