import Testing
import TruthsGenerators
import TruthsSyntax
import TruthsText

/// Positions in a clause map through quoting, folding and block indentation to source positions (files §2.4).
@Suite struct SpanTests {
  /// A clause in each style of YAML; `«…»` marks the text of the last name of the clause.
  static let samples: [String] = [
    "- alpha and «omega»",
    "- alpha and   «omega»   # why",
    "- alpha\n        and\n\n        «omega»",
    "- 'alpha == \"it''s\" and «omega»'",
    "- 'alpha\n        and   «omega»'",
    "- \"alpha == \\\"\\u00e9\\x41\\t→\\\" and «omega»\"",
    "- \"alpha and \\\n        «omega»\"",
    "- \"alpha\n\n\n        and «omega»\"",
    "- |\n      alpha\n        and «omega»",
    "- |+\n\n      alpha and\n\n      «omega»\n\n",
    "- |2-\n      alpha == \"é\" and\n        «omega»",
    "- >\n      alpha == \"é→\"\n      and\n\n        more\n      and «omega»",
    "- >-\n      alpha\n      and «omega»",
    "- id: é.f\n      rule: alpha and «omega»",
    "- {id: a.b, rule: 'alpha and «omega»'}",
  ]

  @Test(arguments: samples) func aNameKeepsItsCharacters(_ sample: String) throws {
    for lineEnd in ["\n", "\r\n"] {
      let marked = "# é→𝄞\ntruth t: # é\n  when:\n    - intent: i\n  requires:\n    \(sample)\n"
      let text = MarkedText(marked.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd))
      let reading = Reading(text.text)
      #expect(reading.findings == [])
      guard case .truth(let truth)? = reading.unit.declarations.first?.body, let clause = truth.requires.first?.clause else {
        Issue.record("no clause")
        return
      }
      let spans = names(clause.condition).filter { $0.text == "omega" }.map { Int($0.span.start)..<Int($0.span.end) }
      #expect(spans == text.ranges)
    }
  }

  /// Names contain no escapes. So the characters of a name's span are the name, or the name with required brackets, in any style
  /// of YAML.
  @Test func whateverHoldsAClauseItsNamesKeepTheirCharacters() throws {
    var generator = ExprGenerator(seed: 3)
    for _ in 0..<3_000 {
      let expr = generator.expr(2 + generator.chance.next(below: 3))
      let text = formatted(expr)
      for style in 0..<5 {
        let scalar = Self.scalar(text, style, &generator)
        let reading = Reading("truth t:\n  summary: é→\n  when:\n    - intent: i\n  requires:\n    - \(scalar)\n")
        guard case .truth(let truth)? = reading.unit.declarations.first?.body, let clause = truth.requires.last?.clause else {
          Issue.record("no clause: \(scalar)")
          return
        }
        guard Bare.expr(clause.condition) == expr else {
          Issue.record("`\(scalar)` is read as `\(formatted(clause.condition))`: \(reading.findings)")
          return
        }
        for name in names(clause.condition) where ![name.text, "(\(name.text))"].contains(reading.file.text(name.span)) {
          Issue.record("`\(name.text)` stands at `\(reading.file.text(name.span))` in \(scalar)")
          return
        }
      }
    }
  }

  /// A text as a scalar of YAML, folded here and there at its spaces.
  private static func scalar(_ text: String, _ style: Int, _ generator: inout ExprGenerator) -> String {
    let indentation = "\n          "
    let isBroken = generator.chance.next(below: 2) == 0
    switch style {
    case 0: return "'" + fold(text.replacing("'", "''"), isBroken ? indentation : " ") + "'"
    case 1:
      return "\"" + fold(text.replacing("\\", "\\\\").replacing("\"", "\\\""), isBroken ? indentation : " ") + "\""
    case 2: return "|" + indentation + text
    case 3: return ">-" + indentation + fold(text, isBroken ? indentation : " ")
    default: return "\"" + fold(text.replacing("\\", "\\x5c").replacing("\"", "\\u0022"), isBroken ? " \\\n        " : " ") + "\""
    }
  }

  /// Every single space between two other characters, replaced.
  private static func fold(_ text: String, _ replacement: String) -> String {
    text.split(separator: " ").joined(separator: replacement)
  }

  private func names(_ expr: Expr) -> [Name] { NameCollector.names(in: expr) }
}
