import Foundation
import TruthsCheck
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Edits of a truth file that keep all decisions, as authors make them in a text.
struct MeaningRewrites {
  struct Edit {
    var name: String
    var bytes: [UInt8]
  }

  private let file: SourceFile
  /// The names of fields of facts. An output copies a `let` of such a name.
  private let fields: Set<String>
  private(set) var edits: [Edit] = []

  /// Every edit of a file, one at a time.
  static func edits(of unit: SourceUnit, in file: SourceFile, _ program: Program) -> [Edit] {
    var rewrites = MeaningRewrites(file: file, fields: Set(program.facts.flatMap { $0.fields.map(\.name) }))
    var former: [String: TruthDeclaration] = [:]
    for declaration in unit.declarations {
      guard case .truth(let truth) = declaration.body else { continue }
      rewrites.rewrite(truth, declaration)
      guard truth.when.count == 1, case .intents(let names)? = truth.when.first, names.count == 1 else { continue }
      if let other = former[names[0].text] { rewrites.move(from: other, to: truth) }
      former[names[0].text] = truth
    }
    return rewrites.edits
  }

  private init(file: SourceFile, fields: Set<String>) {
    self.file = file
    self.fields = fields
  }

  private mutating func add(_ name: String, _ changes: [(span: Span, text: String)]) {
    var bytes = file.bytes
    for change in changes.sorted(by: { $0.span.start > $1.span.start }) {
      bytes.replaceSubrange(Int(change.span.start)..<Int(change.span.end), with: Array(change.text.utf8))
    }
    edits.append(Edit(name: name, bytes: bytes))
  }

  private func text(_ span: Span) -> String { file.text(span) }

  private func isPlain(_ entry: ClauseEntry) -> Bool { entry.id == nil && !text(entry.span).contains("\n") }

  // MARK: Truths

  private mutating func rewrite(_ truth: TruthDeclaration, _ declaration: Declaration) {
    for list in [truth.requires, truth.invariants] {
      let plain = list.filter(isPlain)
      if let first = plain.first, let last = plain.last, first.span != last.span,
        text(first.span).first != "'", text(last.span).first != "'"
      {
        add("reorder", [(first.span, text(last.span)), (last.span, text(first.span))])
      }
      for entry in list where !text(entry.clause.condition.span).contains("\n") { rewrite(entry.clause) }
    }
    for binding in truth.lets where !fields.contains(binding.name.text) { rename(binding.name.text, in: declaration) }
    add("comment", [(declaration.span.atStart, "# Rewritten\n\n")])
  }

  private mutating func rewrite(_ clause: Clause) {
    let condition = clause.condition
    let whole = text(condition.span)
    add("brackets", [(condition.span, "(\(whole))")])
    switch condition.kind {
    case .binary(let operation, let left, let right):
      guard let opposite = Self.opposites[operation] else { break }
      let (one, other) = (side(left, from: condition.span.start, to: right.span.start, operation), text(right.span))
      guard let one, condition.span.end == right.span.end else { break }
      add("not", [(condition.span, "not \(one) \(opposite.rawValue) \(other)")])
      guard let mirrored = Self.mirrored[operation] else { break }
      add("mirror", [(condition.span, "\(other) \(mirrored.rawValue) \(one)")])
    case .and(let left, let right):
      // Brackets around either side are no part of its span.
      guard condition.span.start == left.span.start, condition.span.end == right.span.end, Self.isPart(left), Self.isPart(right)
      else { break }
      add("swap", [(condition.span, "\(text(right.span)) and \(text(left.span))")])
    case .test(.exists, let inner) where condition.span.start == inner.span.start:
      add("missing", [(condition.span, "not \(text(inner.span)) missing")])
    default: break
    }
    guard case .expression(let consequence)? = clause.consequence, clause.otherwise == nil,
      clause.span.end == consequence.span.end
    else { return }
    add("implies", [(clause.span, "not (\(whole)) or (\(text(consequence.span)))")])
  }

  /// Returns the left side as written, if only the operator is between it and the right side.
  private func side(_ left: Expr, from start: Int32, to end: Int32, _ operation: BinaryOperator) -> String? {
    guard left.span.start == start else { return nil }
    let between = Span(file: file.id, start: Int(left.span.end), end: Int(end))
    return text(between).trimmingCharacters(in: .whitespaces) == operation.rawValue ? text(left.span) : nil
  }

  private static func isPart(_ expr: Expr) -> Bool {
    switch expr.kind {
    case .binary(let operation, _, _): opposites[operation] != nil
    case .test, .name, .member: true
    default: false
    }
  }

  private static let opposites: [BinaryOperator: BinaryOperator] = [
    .less: .greaterOrEqual, .greaterOrEqual: .less, .greater: .lessOrEqual, .lessOrEqual: .greater, .equal: .notEqual,
    .notEqual: .equal,
  ]

  private static let mirrored: [BinaryOperator: BinaryOperator] = [
    .less: .greater, .greater: .less, .lessOrEqual: .greaterOrEqual, .greaterOrEqual: .lessOrEqual,
  ]

  // MARK: Names and places

  /// Renames a `let` everywhere in the declaration, as a whole word that is not part of another name.
  private mutating func rename(_ name: String, in declaration: Declaration) {
    let body = text(declaration.span)
    let pattern = "(?<![\\w.])\(name)(?![\\w(]|\\.\\w+\\()"
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return }
    let range = NSRange(body.startIndex..., in: body)
    let renamed = expression.stringByReplacingMatches(in: body, range: range, withTemplate: "\(name)_anew")
    add("rename", [(declaration.span, renamed)])
  }

  /// Moves a requirement of one truth to another truth of the same intent.
  private mutating func move(from one: TruthDeclaration, to other: TruthDeclaration) {
    let names = (one.lets + other.lets).map(\.name.text)
    guard let entry = one.requires.dropLast().last(where: isPlain), one.requires.count > 1, let place = other.requires.last,
      isPlain(place), !names.contains(where: { text(entry.span).contains($0) })
    else { return }
    let line = text(entry.span)
    // The moved clause is replaced by a copy of another one of its truth.
    guard let kept = one.requires.first(where: { isPlain($0) && $0.span != entry.span }) else { return }
    add("move", [(entry.span, text(kept.span)), (place.span, "\(text(place.span))\n    - \(line)")])
  }
}
