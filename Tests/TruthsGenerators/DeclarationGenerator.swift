import TruthsSyntax

/// Makes declarations that can be read without a finding of their syntax. Names mean nothing; most scalars hold a mark, `z17`, by
/// which they are found again.
package struct DeclarationGenerator {
  package var chance: Chance
  private var marks = 0

  package init(seed: UInt64) { chance = Chance(seed: seed) }

  /// Returns a root key with its content.
  package mutating func declaration(isJob: Bool) -> GeneratedNode.Entry {
    marks += 1
    let name = "d\(marks)"
    if isJob { return .init("jtbd \(name)", job()) }
    switch chance.next(below: 15) {
    case 0: return .init("pack \(name)", pack())
    case 1: return .init("enum \(name)", enumeration())
    case 2: return .init("record \(name)", withSummary([.init("fields", fields(allowsDefaults: true))]))
    case 3: return .init("fact \(name).happened", fact())
    case 4: return .init("intent \(name)", intent())
    case 5: return .init("policy \(name)", policy())
    case 6: return .init("table \(name)", table())
    case 7: return .init("lifecycle \(name)", lifecycle())
    case 8: return .init("invariant \(name)", invariant())
    case 9: return .init("blueprint \(name)", blueprint())
    case 13: return .init("source \(name)", source())
    case 14: return .init("calendar \(name)", calendar())
    default: return .init("truth \(name)", truth())
    }
  }

  // MARK: Vocabulary

  private mutating func pack() -> GeneratedNode {
    if chance.once(in: 4) { return .nothing }
    return withSummary([.init("version", .scalar(.init("1.0.0", .word))), .init("uses", names())])
  }

  private mutating func enumeration() -> GeneratedNode {
    let values = GeneratedNode.list(
      (0...chance.next(below: 4)).map { _ in
        let name = name()
        return .scalar(chance.once(in: 3) ? .init("\(name.content)-way: x", .text, mark: name.mark) : name)
      })
    return chance.once(in: 2) ? values : withSummary([.init("ordered", values)])
  }

  private mutating func fact() -> GeneratedNode {
    withSummary([
      .init("key", names()), .init(chance.pick(["external", "immutable", "derived"]), .scalar(.init("true", .word))),
      .init("fields", fields(allowsDefaults: false)),
    ])
  }

  private mutating func intent() -> GeneratedNode {
    var parts: [GeneratedNode.Entry] = [
      .init("consent", .scalar(.init(chance.pick(["implicit", "explicit", "break_glass"]), .word))), .init("required", names()),
      .init("fields", fields(allowsDefaults: true)),
    ]
    if chance.once(in: 3) { parts.append(.init("let", bindings())) }
    return withSummary(parts)
  }

  private mutating func policy() -> GeneratedNode {
    withSummary([.init("type", .scalar(type())), .init("default", value())])
  }

  private mutating func calendar() -> GeneratedNode {
    let holidays = (0..<chance.next(below: 3)).map { _ in
      GeneratedNode.scalar(.init(chance.pick(["12-25", "2026-04-03", "closing_days"]), .word))
    }
    return withSummary([.init("weekend", names()), .init("holidays", .list(holidays))])
  }

  private mutating func table() -> GeneratedNode {
    let rows = (0...chance.next(below: 3)).map { _ in
      GeneratedNode.scalar(
        marked { mark, text in
          switch text.sloppy.chance.next(below: 4) {
          case 0: "otherwise → \(mark)"
          case 1: "\(mark) == \(text.operand(2)) → missing"
          default: "\(mark) == \(text.operand(2)) → \(text.operand(2))"
          }
        })
    }
    var parts: [GeneratedNode.Entry] = [
      .init("inputs", fields(allowsDefaults: false)), .init("output", .scalar(type())), .init("rows", .list(rows)),
    ]
    if chance.once(in: 2) { parts.append(.init("hit", .scalar(.init(chance.pick(["first", "unique"]), .word)))) }
    return withSummary(parts)
  }

  private mutating func lifecycle() -> GeneratedNode {
    let transitions = (0...chance.next(below: 2)).map { _ in GeneratedNode.scalar(chain()) }
    return withSummary([
      .init("key", names()), .init("initial", .scalar(name())), .init("transitions", .list(transitions)),
      .init("terminal", names()),
    ])
  }

  private mutating func fields(allowsDefaults: Bool) -> GeneratedNode {
    .map(
      (0...chance.next(below: 3)).map { _ in
        var type = type()
        if allowsDefaults, chance.once(in: 3) {
          var generator = texts()
          type.content += generator.sloppy.respaced(" = ") + generator.operand(2)
          chance = generator.sloppy.chance
        }
        return .init(name(), .scalar(type))
      })
  }

  private mutating func type() -> GeneratedScalar {
    let name = name()
    let space = chance.pick([" ", "  "])
    var text = name.content
    if chance.once(in: 3) { text += "\(space)in\(space)eur" }
    if chance.once(in: 3) { text = "list\(space)of \(text)" }
    return GeneratedScalar(text + (chance.once(in: 4) ? "?" : ""), .expression, mark: name.mark)
  }

  // MARK: Truths

  private mutating func truth() -> GeneratedNode {
    var parts: [GeneratedNode.Entry] = [.init("when", when())]
    if chance.once(in: 6) { parts.append(.init("id", .scalar(dotted()))) }
    if chance.once(in: 3) { parts.append(.init("let", bindings())) }
    if chance.once(in: 2) { parts.append(.init("requires", clauses(allowsEffects: false))) }
    if chance.once(in: 2) { parts.append(.init("invariants", clauses(allowsEffects: true))) }
    if chance.once(in: 5) { parts.append(.init("moves", moves())) }
    if chance.once(in: 2) { parts.append(.init("produces", .list((0...chance.next(below: 2)).map { _ in output() }))) }
    if chance.once(in: 4) { parts.append(.init("ensures", clauses(allowsEffects: true))) }
    if chance.once(in: 6) { parts.append(.init("enforces", .list([.scalar(dotted())]))) }
    return withSummary(parts)
  }

  private mutating func source() -> GeneratedNode {
    var parts: [GeneratedNode.Entry] = [.init("document", .scalar(name()))]
    if chance.once(in: 2) {
      let path = name()
      let end = chance.pick(["", "[]", "[].items[]", ".inner[][]"])
      parts.append(.init("each", .scalar(.init(path.content + end, .word, mark: path.mark))))
    }
    if chance.once(in: 3) { parts.append(.init("closed", .scalar(.init("true", .word)))) }
    if chance.once(in: 2) { parts.append(.init("let", bindings())) }
    parts.append(.init("produces", .list((0...chance.next(below: 2)).map { _ in output() })))
    return withSummary(parts)
  }

  private mutating func invariant() -> GeneratedNode {
    let scope = chance.once(in: 2) ? .scalar(.init(chance.pick(["all", "state"]), .word)) : names()
    return withSummary([.init("applies_to", scope), .init("rule", .scalar(clause(allowsEffects: true)))])
  }

  private mutating func when() -> GeneratedNode {
    .list(
      (0...chance.next(below: 2)).map { _ in
        switch chance.next(below: 4) {
        case 0: .map([.init("intent", chance.once(in: 2) ? .scalar(name()) : names())])
        case 1: .map([.init("pack", .scalar(name()))])
        case 2: .map([.init("fact", .scalar(match()))])
        default: .map([.init("if", .scalar(condition()))])
        }
      })
  }

  private mutating func match() -> GeneratedScalar {
    let type = dotted()
    return GeneratedScalar(
      chance.pick(["", "fact."]) + type.content + chance.pick(["", " as  f"]), .expression, mark: type.mark)
  }

  private mutating func bindings() -> GeneratedNode {
    .map((0...chance.next(below: 2)).map { _ in .init(name(), value()) })
  }

  private mutating func moves() -> GeneratedNode {
    .list((0...chance.next(below: 1)).map { _ in .map([.init(name(), .scalar(chain()))]) })
  }

  private mutating func clauses(allowsEffects: Bool) -> GeneratedNode {
    .list(
      (0...chance.next(below: 3)).map { _ in
        let clause = GeneratedNode.scalar(clause(allowsEffects: allowsEffects))
        return chance.once(in: 5) ? .map([.init("id", .scalar(dotted())), .init("rule", clause)]) : clause
      }, allowsFlow: false)
  }

  private mutating func output() -> GeneratedNode {
    if chance.once(in: 3) {
      let name = dotted()
      return .scalar(GeneratedScalar("trace.\(name.content)", .expression, mark: name.mark))
    }
    let head = marked { mark, text in
      "\(text.sloppy.chance.pick(["fact", "correction"])).\(mark).b"
        + (text.sloppy.chance.once(in: 3) ? " for x  in y" : "")
        + (text.sloppy.chance.once(in: 3) ? " where " + text.operand(2) : "")
    }
    return chance.once(in: 2) ? .scalar(head) : .map([.init(head, bindings())])
  }

  private mutating func clause(allowsEffects: Bool) -> GeneratedScalar {
    marked { mark, text in
      var result = "\(mark) and \(text.operand(3))"
      switch text.sloppy.chance.next(below: allowsEffects ? 7 : 3) {
      case 0: result += " → " + text.operand(2)
      case 1: result += " else " + text.literal()
      case 3: result += " → \(text.sloppy.chance.pick(["reject", "warn"]))(\(text.literal()))"
      case 4: result += " → requires_approval"
      case 5: result += " else requires_approval(\(Self.approvers(&text)), \(text.literal()))"
      case 6: result += text.sloppy.chance.once(in: 2) ? " → requires_consent" : " → requires_consent(\(text.literal()))"
      default: break
      }
      return result
    }
  }

  private static func approvers(_ text: inout GrammarTexts) -> String {
    var spec = text.sloppy.chance.pick(["lead", "\"a: b\"", "2 of lead", "by ", "lead by ", "lead or clerk", "by a or lead by "])
    if spec.hasSuffix(" ") { spec += text.operand(1) }
    return spec + text.sloppy.chance.pick(["", " not by ann", " not  by [ann,b]"])
  }

  private mutating func condition() -> GeneratedScalar { marked { mark, text in "\(mark) or \(text.operand(3))" } }

  private mutating func value() -> GeneratedNode {
    switch chance.next(below: 6) {
    case 0:
      let name = name()
      return .scalar(.init(name.content + chance.pick(["", " {a+b}  {{", ": \"c\" \\ #d", "\té"]), .text, mark: name.mark))
    case 1: return .list((0..<chance.next(below: 3)).map { _ in value() })
    case 2: return .scalar(.init(chance.pick(["2027-01-31", "P30D"]), .value))
    default:
      var scalar = marked { mark, text in "\(mark) + \(text.operand(3))" }
      scalar.kind = .value
      return .scalar(scalar)
    }
  }

  // MARK: Jobs

  private mutating func job() -> GeneratedNode {
    let guardrails = (0..<chance.next(below: 3)).map { _ -> GeneratedNode in
      .map([.init("must_not", .scalar(words())), .init("enforced_by", .scalar(dotted()))])
    }
    return withSummary([
      .init("verb", .scalar(words())), .init("outcome", .scalar(words())), .init("triggers", names()),
      .init("artifacts", .list([.scalar(chain())])), .init("guardrails", .list(guardrails)),
    ])
  }

  private mutating func blueprint() -> GeneratedNode {
    withSummary([.init("outcome", .scalar(words())), .init("packs", names()), .init("steps", names())])
  }

  // MARK: Parts

  /// The parts in some order, with a summary among them or without.
  private mutating func withSummary(_ parts: [GeneratedNode.Entry]) -> GeneratedNode {
    var parts = parts
    if chance.once(in: 2) { parts.insert(.init("summary", .scalar(words())), at: chance.next(below: parts.count + 1)) }
    return .map(parts)
  }

  private mutating func name() -> GeneratedScalar {
    marks += 1
    return GeneratedScalar("z\(marks)", .word, mark: "z\(marks)")
  }

  private mutating func names() -> GeneratedNode { .list((0..<chance.next(below: 4)).map { _ in .scalar(name()) }) }

  private mutating func dotted() -> GeneratedScalar {
    let name = name()
    return GeneratedScalar("p.\(name.content)", .word, mark: name.mark)
  }

  private mutating func chain() -> GeneratedScalar {
    marked { mark, text in
      ([mark] + (0...text.sloppy.chance.next(below: 2)).map { "s\($0)" }).joined(separator: " → ")
    }
  }

  private mutating func words() -> GeneratedScalar {
    let name = name()
    let start = name.content + chance.pick(["", " and so on", ": it's \"so\"", " #5", ", [a] {b}", " \\", "  wide", " é→"])
    let long = start + String(repeating: " and on", count: chance.once(in: 12) ? 30 : 0)
    switch chance.next(below: 6) {
    case 0: return GeneratedScalar(long + "\n  indented\n\nlast: #c", .literal, mark: name.mark)
    case 1: return GeneratedScalar(long + "\n\nsecond paragraph\nthird", .folded, mark: name.mark)
    default: return GeneratedScalar(long, .word, mark: name.mark)
    }
  }

  private func texts() -> GrammarTexts { GrammarTexts(chance) }

  /// A part of the grammar that holds a mark of its own.
  private mutating func marked(_ write: (String, inout GrammarTexts) -> String) -> GeneratedScalar {
    marks += 1
    var texts = texts()
    let text = write("z\(marks)", &texts)
    let content = texts.sloppy.respaced(text)
    chance = texts.sloppy.chance
    return GeneratedScalar(content, .expression, mark: "z\(marks)")
  }
}

/// Texts of the grammar from one source of chance.
struct GrammarTexts {
  var sloppy: SloppyText

  init(_ chance: Chance) { sloppy = SloppyText(chance: chance) }

  /// An expression in brackets of its own.
  mutating func operand(_ depth: Int) -> String {
    var generator = ExprGenerator(sloppy.chance)
    let expr = generator.expr(1 + generator.chance.next(below: depth))
    sloppy.chance = generator.chance
    return "(\(sloppy.expression(expr)))"
  }

  mutating func literal() -> String {
    var generator = ExprGenerator(sloppy.chance)
    var literal = generator.text()
    // An empty reason is a fault.
    if literal.plain?.allSatisfy(\.isWhitespace) == true { literal.parts = [.literal("a")] }
    sloppy.chance = generator.chance
    return formatted(literal)
  }
}
