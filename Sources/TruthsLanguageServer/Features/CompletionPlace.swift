import TruthsSyntax
import TruthsText

/// What may be written at a position of a truth or job file, told by the keys around it.
enum CompletionPlace: Equatable {
  /// A root key.
  case declaration
  /// A member of a declaration; those that stand there are left out.
  case member(DeclarationKind)
  case whenEntry
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
  case guardrail
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
      if let key { self = Self.value(of: key) } else { self = line.isEntry ? .nothing : .member(kind) }
      return
    }
    self = Self.place(in: path, key: key, of: line)
  }

  /// - Parameter key: the key of the line, where the position is behind it.
  private static func place(in path: [String], key: String?, of line: LineOutline.Line) -> CompletionPlace {
    switch path[1] {
    case "when":
      switch key ?? path.dropFirst(2).last {
      case "intent": return .intents
      case "fact": return .facts
      case "pack": return .packs
      case "if": return .clause
      default: return .whenEntry
      }
    case "requires", "invariants", "ensures": return key == "id" ? .nothing : .clause
    case "rows", "rule", "value", "grid", "default": return .clause
    case "let": return key != nil || line.isContinued ? .clause : .nothing
    case "produces":
      if path.count == 2 { return .output }
      return key == nil ? .outputField(path[2]) : .clause
    case "fields", "inputs", "outputs": return key == nil ? .nothing : .type
    case "moves": return key.map { .states($0) } ?? .lifecycles
    case "guardrails": return key == "enforced_by" ? .rules : key == nil ? .guardrail : .nothing
    default: return value(of: path[1])
    }
  }

  /// What stands behind a member.
  private static func value(of key: String) -> CompletionPlace {
    switch key {
    case "type", "output": .type
    case "consent": .words(ConsentSyntax.Level.allCases.map(\.rawValue))
    case "external", "immutable", "derived", "open", "closed": .words(["true"])
    case "hit": .words(HitPolicy.all.map(\.written))
    case "uses", "packs": .packs
    case "steps": .intents
    case "triggers": .intentsAndFacts
    case "artifacts": .facts
    case "applies_to": .intents
    case "key": .fields
    case "weekend": .words(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
    case "rule", "value", "default", "requires", "invariants", "ensures", "let", "rows": .clause
    case "produces": .output
    default: .nothing
    }
  }
}
