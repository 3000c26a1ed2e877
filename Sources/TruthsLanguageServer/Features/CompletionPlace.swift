import TruthsSyntax
import TruthsText

/// The kind of text that may be written at a position of a truth or job file, found from the keys around it.
enum CompletionPlace {
  /// A root key.
  case declaration
  /// A member of a declaration. Members that the declaration already has are not suggested.
  case member(DeclarationKind)
  /// A key of an entry of a list.
  case entry(MemberTable)
  case clause
  /// A value place (files §5): a text in double quotes, or an expression.
  case value
  /// A line of a grid.
  case grid
  /// An entry of `produces`.
  case output
  /// A field below an entry of `produces`.
  case outputField(String)
  /// A type; in a field it may have a default.
  case type
  case intents
  /// The intents of an invariant.
  case scope
  case facts
  case intentsAndFacts
  /// Facts and states of lifecycles, in the words of jobs.
  case artifacts
  case packs
  case lifecycles
  /// The states of the named lifecycle.
  case states(String)
  /// The states that the transitions of the declaration name.
  case ownStates
  case rules
  /// The names of documents that other sources read.
  case documents
  case roles(isExternal: Bool)
  case guardrails
  case holidays
  case fields
  /// The fields of a record that is a default or another fixed value.
  case recordFields
  /// The values, states and key fields of the declaration, which may have other names in JSON.
  case jsonNames
  case words([String])
  case nothing
}

/// A position of a truth or job file with the keys around it.
struct CompletionSite {
  /// The keys from the declaration on: `truth ordering`, `requires`.
  private(set) var path: [String] = []
  /// The key whose value contains the position.
  private(set) var key: String?
  /// The value or key around the position, without the quotes around it.
  private(set) var range: Range<Int>
  /// Whether the value is a double-quoted scalar.
  private(set) var isEscaped = false
  private(set) var place = CompletionPlace.nothing

  /// The keys, with that of the value.
  var keys: [String] { path + [key].compactMap(\.self) }

  init(_ outline: LineOutline, at offset: Int) {
    let line = outline.line(at: offset)
    range = line.start..<line.end
    if line.isComment, offset > line.start { return }
    let column = offset - Int(outline.file.lineStarts[line.number])
    // Before a name whose kind is missing, as in ` order.placed:`.
    if column == 0, line.indentation == 1, line.key != nil, !line.isEntry {
      let isJob = outline.file.path.hasSuffix(".jtbd")
      place = .words(DeclarationKind.allCases.filter { ($0 == .jtbd) == isJob }.map(\.rawValue))
      range = offset..<offset
      return
    }
    let head = outline.entry(around: line, column: column)
    var end = max(head.valueStart, outline.end(ofEntry: head))
    // Blanks before the position belong to what is being written.
    if end < offset, outline.file.bytes[end..<offset].allSatisfy({ $0 == 0x20 }) { end = offset }
    range = head.valueStart..<end
    path = outline.path(to: head.number, indentation: line.isBlank && head.number == line.number ? column : nil)
    let isInside = head.number != line.number
    let isInValue = head.key != nil && offset >= head.valueStart && (head.valueStart > head.start || head.isEntry)
    if isInside || isInValue || outline.isBehindKey(offset, in: head) { key = head.key }
    if !isInside, offset < range.lowerBound { range = offset..<end }
    var isElement = isInside || head.isEntry
    if let flow = FlowScan(outline.file.bytes, in: head.valueStart..<range.upperBound, at: offset) {
      path += (key.map { [$0] } ?? []) + flow.path
      range = flow.element
      isElement = !flow.isMapping
      key = flow.key
      if key == nil, !flow.isMapping, !path.isEmpty, flow.path.isEmpty || head.key != nil { key = path.removeLast() }
    }
    if outline.file.bytes[min(offset, outline.file.bytes.count)...].first == UInt8(ascii: ":"), key == nil { isElement = false }
    guard let first = path.first else {
      let isRoot = line.indentation == 0 && !line.isEntry && key == nil && column <= 16
      if isRoot { place = .declaration }
      return
    }
    guard let kind = first.split(separator: " ").first.flatMap({ DeclarationKind(rawValue: String($0)) }) else { return }
    place = Self.place(in: kind, path, key: key, isElement: isElement)
    unquote(outline.file.bytes, offset)
    // After `else` a move has a text with expressions.
    let typed = outline.file.bytes[range.lowerBound..<max(range.lowerBound, offset)]
    if case .states = place, typed.contains(UInt8(ascii: "\"")) { place = .clause }
    if case .output = place, outline.isBehindLoop(offset, from: head.start) {
      (place, range) = (.clause, head.start..<max(head.end, offset))
    }
  }

  /// Drops the quotes of the scalar around the position (files §2.4). In a value place double quotes are those of a text.
  private mutating func unquote(_ bytes: [UInt8], _ offset: Int) {
    guard offset > range.lowerBound, let quote = bytes[range].first, quote == 0x27 || quote == 0x22 else { return }
    if case .value = place, quote == 0x22 { return }
    isEscaped = quote == 0x22
    let isClosed = range.upperBound - 1 >= offset && bytes[range.upperBound - 1] == quote
    range = range.lowerBound + 1..<range.upperBound - (isClosed ? 1 : 0)
  }

  /// Returns the place of a position, from the keys that lead to it in a declaration.
  ///
  /// - Parameter isElement: whether the position is in a scalar, and not in a key.
  private static func place(in kind: DeclarationKind, _ path: [String], key: String?, isElement: Bool) -> CompletionPlace {
    guard path.count > 1 else {
      guard let key else { return isElement ? .nothing : .member(kind) }
      // The values of an enum and the steps of a list follow the name itself.
      return value(of: kind.members[key]?.form, kind)
    }
    var form = kind.members[path[1]]?.form
    for (index, word) in path.enumerated().dropFirst(2) {
      if case .list(.output, _) = form { return index == path.count - 1 ? output(word, key) : .nothing }
      form = Self.form(of: word, in: form)
    }
    if case .list(.output, _) = form {
      // The fields of an output that is written as `- fact.order.placed: {…}` stand below its key.
      return key == nil || isElement ? .output : .value
    }
    guard let key else { return isElement ? value(of: form, kind) : self.key(in: form) }
    if case .list(.move, _) = form { return .states(key) }
    return value(of: Self.form(of: key, in: form), kind)
  }

  private static func output(_ name: String, _ key: String?) -> CompletionPlace { key == nil ? .outputField(name) : .value }

  /// Returns the form of a member's value.
  private static func form(of member: String, in form: MemberForm?) -> MemberForm? {
    switch form {
    case .mapping(let table): table[member]?.form
    case .list(let element, _), .oneOrMore(let element): Self.form(of: member, in: element)
    case .clauseEntry: MemberTable.clause[member]?.form
    case .external: MemberTable.external[member]?.form
    case .field: MemberTable.field[member]?.form
    case .declared(let value, _): value
    // A record or a list of records as a default.
    case .value: .value
    default: nil
    }
  }

  /// Returns what may be a key below a member.
  private static func key(in form: MemberForm?) -> CompletionPlace {
    switch form {
    case .mapping(let table): .entry(table)
    case .list(let element, _), .oneOrMore(let element): key(in: element)
    case .clauseEntry: .entry(.clause)
    case .external: .entry(.external)
    case .field: .entry(.field)
    case .jsonNames: .jsonNames
    case .move: .lifecycles
    case .value: .recordFields
    default: .nothing
    }
  }

  /// Returns the kind of the value of a member.
  private static func value(of form: MemberForm?, _ kind: DeclarationKind) -> CompletionPlace {
    switch form {
    case .type, .field: .type
    case .choice(let words): .words(words)
    case .flag, .external: .words(["true"])
    case .name(.pack): .packs
    case .name(.intent): .intents
    case .scope: .scope
    case .name(.trigger): .intentsAndFacts
    case .name(.fact), .match: .facts
    case .artifact: .artifacts
    case .name(.rule): .rules
    case .name(.document): .documents
    case .name(.field): .fields
    case .name(.role): .roles(isExternal: kind == .fact || kind == .lifecycle)
    case .name(.guardrail): .guardrails
    case .name(.state), .states: .ownStates
    case .holiday: .holidays
    case .clause, .clauseEntry, .row: .clause
    case .value: .value
    case .grid: .grid
    case .output: .output
    case .move: .lifecycles
    case .mapping(let table): .entry(table)
    case .list(let element, _), .oneOrMore(let element): value(of: element, kind)
    default: .nothing
    }
  }
}

extension LineOutline {
  /// Returns whether an entry of `produces` has its loop or filter between two offsets.
  fileprivate func isBehindLoop(_ offset: Int, from start: Int) -> Bool {
    ClauseScan(file.bytes, in: min(start, offset)..<offset).tokens.contains { token in
      token.range.upperBound < offset && ["for", "where"].contains(String(decoding: file.bytes[token.range], as: UTF8.self))
    }
  }

  /// Returns whether only blanks are between a key and an offset, and between the offset and the value.
  fileprivate func isBehindKey(_ offset: Int, in line: Line) -> Bool {
    guard line.key != nil, line.start < offset, offset < line.valueStart, file.bytes[offset - 1] == 0x20 else { return false }
    return file.bytes[offset..<line.valueStart].allSatisfy { $0 == 0x20 }
  }

  /// Returns the line at which the entry or value around a line begins: the line itself, or one above it whose text continues.
  ///
  /// - Parameter column: the column of the position, which tells in a blank line whether the text above continues.
  func entry(around line: Line, column: Int) -> Line {
    if line.isBlank {
      let head = head(of: line.number)
      return line.isContinued && column > head.indentation ? head : line
    }
    // A colon at the beginning lacks its key.
    let isOwn = line.key != nil || line.isEntry || line.indentation == 0 || file.bytes[line.start] == UInt8(ascii: ":")
    guard line.isContinued || !isOwn else { return line }
    let head = head(of: line.number)
    let isValue = head.valueStart < head.end && (head.key != nil || head.isEntry)
    return isValue && (line.isContinued || head.indentation < line.indentation) ? head : line
  }

  /// Returns the offset after the last line of an entry's text.
  func end(ofEntry head: Line) -> Int {
    var end = head.end
    guard head.valueStart < head.end else { return end }
    for line in lines.dropFirst(head.number + 1) {
      if line.isBlank, line.isContinued { continue }
      guard line.isContinued || line.key == nil && !line.isEntry && !line.isComment && line.indentation > head.indentation,
        !line.isBlank
      else { break }
      end = line.end
    }
    return end
  }
}
