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
  /// An entry of `produces`.
  case output
  /// A field below an entry of `produces`.
  case outputField(String)
  case type
  case intents
  case facts
  case intentsAndFacts
  case packs
  case lifecycles
  case states(String)
  case rules
  case fields
  case words([String])
  case nothing

  init(_ outline: LineOutline, at offset: Int) {
    let line = outline.line(at: offset)
    let start = Int(outline.file.lineStarts[line.number])
    if line.isComment, offset > line.start {
      self = .nothing
      return
    }
    let path = outline.path(to: line.number, indentation: line.isBlank ? offset - start : nil)
    let isInValue = line.key != nil && offset >= line.valueStart && (line.valueStart > line.start || line.isEntry)
    guard let head = path.first else {
      self = line.indentation == 0 && !line.isEntry && !isInValue && offset - start <= 16 ? .declaration : .nothing
      return
    }
    guard let kind = head.split(separator: " ").first.flatMap({ DeclarationKind(rawValue: String($0)) }) else {
      self = .nothing
      return
    }
    let key = isInValue ? line.key : nil
    guard path.count > 1 else {
      if let key { self = Self.value(of: kind.members[key]?.form) } else { self = line.isEntry ? .nothing : .member(kind) }
      return
    }
    self = Self.place(below: kind.members[path[1]]?.form, path, key: key, of: line)
  }

  /// - Parameters:
  ///   - form: the form of the value of the member that the path names.
  ///   - key: the key of the line, where the position is in the value after it.
  private static func place(
    below form: MemberForm?, _ path: [String], key: String?, of line: LineOutline.Line
  ) -> CompletionPlace {
    switch form {
    case .list(.mapping(let table), _):
      guard let member = table[key ?? path.dropFirst(2).last ?? ""] else { return .entry(table) }
      return key == nil && !member.form.isList ? .entry(table) : value(of: member.form)
    case .mapping(let table):
      guard let member = key.flatMap({ table[$0] }) else { return .entry(table) }
      return value(of: member.form)
    case .list(.clauseEntry, _): return key == "id" ? .nothing : .clause
    case .declared(.value, _): return key != nil || line.isContinued ? .clause : .nothing
    case .declared(.field, _) where path.count > 2:
      return key.map { value(of: MemberTable.field[$0]?.form) } ?? .entry(.field)
    case .declared: return key == nil ? .nothing : .type
    case .list(.output, _):
      if path.count == 2 { return .output }
      return key == nil ? .outputField(path[2]) : .clause
    case .list(.move, _): return key.map { .states($0) } ?? .lifecycles
    default: return value(of: form)
    }
  }

  /// Returns the kind of the value of a member.
  private static func value(of form: MemberForm?) -> CompletionPlace {
    switch form {
    case .type: .type
    case .choice(let words): .words(words)
    case .flag, .external: .words(["true"])
    case .name(.pack): .packs
    case .name(.intent), .scope: .intents
    case .name(.trigger): .intentsAndFacts
    case .name(.fact), .match, .artifact: .facts
    case .name(.rule): .rules
    case .name(.field): .fields
    case .clause, .clauseEntry, .row, .grid, .value, .declared(.value, _): .clause
    case .output: .output
    case .list(let element, _), .oneOrMore(let element): value(of: element)
    default: .nothing
    }
  }
}

extension MemberForm {
  fileprivate var isList: Bool {
    switch self {
    case .list, .oneOrMore: true
    default: false
    }
  }
}
