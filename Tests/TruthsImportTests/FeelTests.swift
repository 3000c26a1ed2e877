import Testing
import TruthsText

@testable import TruthsImport

/// Expressions of FEEL as the language writes them, or why not, and where.
@Suite("FEEL")
struct FeelTests {
  static let model = """
    <definitions name="m">
      <itemDefinition name="colour"><typeRef>string</typeRef><allowedValues><text>"red", "blue"</text></allowedValues></itemDefinition>
      <itemDefinition name="person">
        <itemComponent name="First name"><typeRef>string</typeRef></itemComponent>
        <itemComponent name="age"><typeRef>number</typeRef></itemComponent>
      </itemDefinition>
      <itemDefinition name="people" isCollection="true"><typeRef>person</typeRef></itemDefinition>
      <itemDefinition name="numbers" isCollection="true"><typeRef>number</typeRef></itemDefinition>
      <inputData name="x"><variable name="x" typeRef="number"/></inputData>
      <inputData name="Loan/Value ratio"><variable typeRef="number"/></inputData>
      <inputData name="in stock"><variable typeRef="boolean"/></inputData>
      <inputData name="s"><variable typeRef="string"/></inputData>
      <inputData name="c"><variable typeRef="colour"/></inputData>
      <inputData name="day"><variable typeRef="date"/></inputData>
      <inputData name="at"><variable typeRef="dateTime"/></inputData>
      <inputData name="left"><variable typeRef="dayTimeDuration"/></inputData>
      <inputData name="p"><variable typeRef="person"/></inputData>
      <inputData name="ps"><variable typeRef="people"/></inputData>
      <inputData name="ns"><variable typeRef="numbers"/></inputData>
      <businessKnowledgeModel name="Twice it">
        <encapsulatedLogic>
          <formalParameter name="n" typeRef="number"/><literalExpression><text>n * 2</text></literalExpression>
        </encapsulatedLogic>
      </businessKnowledgeModel>
      <decision name="Grown up">
        <variable typeRef="boolean"/><literalExpression><text>p.age &gt;= 18</text></literalExpression>
      </decision>
      <decision name="Price">
        <variable typeRef="number"/>
        <decisionTable hitPolicy="COLLECT" aggregation="SUM">
          <input><inputExpression typeRef="colour"><text>c</text></inputExpression></input>
          <input><inputExpression typeRef="number"><text>Twice it(x)</text></inputExpression></input>
          <output name="price" typeRef="number"/>
          <rule>
            <inputEntry><text>"red"</text></inputEntry><inputEntry><text>[1..5)</text></inputEntry>
            <outputEntry><text>10</text></outputEntry>
          </rule>
          <rule>
            <inputEntry><text>-</text></inputEntry><inputEntry><text>&gt; 2</text></inputEntry>
            <outputEntry><text>5 + count(ns)</text></outputEntry>
          </rule>
        </decisionTable>
      </decision>
    </definitions>
    """

  private func translator() throws -> FeelTranslator {
    let root = try XMLReader.read(Array(Self.model.utf8))
    return FeelTranslator(model: DMNModel(root, pack: "m", options: DMNModel.Options()))
  }

  private func said(_ text: String) throws -> String {
    let translator = try translator()
    return try translator.value(try FeelParser.expression(text, names: translator.model.names)).text
  }

  static let expressions: [(feel: String, said: String)] = [
    ("1 + 2 * x", "1 + 2 * x"), ("(1 + 2) * x", "(1 + 2) * x"), ("x - (1 - x)", "x - (1 - x)"), ("-(x + 1)", "-(x + 1)"),
    ("1.50", "1.5"), (".5", "0.5"), ("--1", "1"), ("x ** 2", "power(x, 2)"), ("x-1", "x - 1"),
    ("Loan/Value   ratio / 2", "loan_value_ratio / 2"), ("in stock and x > 1", "in_stock and x > 1"),
    ("x = 1 or x != 2 and not(x < 3)", "x == 1 or x != 2 and not (x < 3)"), ("not(x = 1 or x = 2)", "not (x == 1 or x == 2)"),
    ("x between 1 and 2", "x between 1 and 2"), ("x in [1..2]", "x between 1 and 2"), ("x in ]1..2[", "x > 1 and x < 2"),
    ("x in (1..2]", "x > 1 and x <= 2"), ("x in (1, 2, > 5)", "x == 1 or x == 2 or x > 5"), ("x in ns", "x in ns"),
    ("if x > 1 then \"a\" else \"b\"", "if x > 1 then \"a\" else \"b\""),
    ("if x > 1 then x else null", "if x > 1 then x else missing"), ("x = null", "x missing"), ("null != x", "x exists"),
    ("\"a\" + s + \"{b}\"", "\"a{s}{{b}}\""), ("\"caf\\u00e9\"", "\"café\""), ("c = \"red\"", "c == \"red\""),
    ("day > date(\"2024-01-31\")", "day > \"2024-01-31\""), ("@\"2024-01-31\"", "date(\"2024-01-31\")"),
    ("day + duration(\"P1D\")", "day + duration(\"P1D\")"), ("day + @\"P1M\"", "day + period(\"P1M\")"),
    ("date(2024, 1, 31)", "date_of(2024, 1, 31)"), ("day.year", "year(day)"), ("at.hour", "hour(at)"),
    ("left.hours", "trunc(left / hours(1)) % 24"),
    ("date and time(\"2024-01-31T10:00:00\")", "timestamp(\"2024-01-31T10:00:00Z\")"),
    ("p.First name", "p.first_name"), ("ps.age", "list(item.age for item in ps)"),
    ("ps[age > 18]", "list(item for item in ps where item.age > 18)"), ("ns[1]", "ns[1]"),
    ("ns[item > 1]", "list(item for item in ns where item > 1)"),
    ("for n in ns return n + x", "list(n + x for n in ns)"), ("some n in ns satisfies n > 1", "some n in ns satisfies n > 1"),
    ("for i in 1..3 return i", "list(i for i in range(1, 3))"),
    ("for i in 3..1 return i", "list(i for i in reverse(range(1, 3)))"),
    ("for i in 1..x return i", "list(i for i in (if 1 <= x then range(1, x) else reverse(range(x, 1))))"),
    ("sum(ns)", "if ns empty then missing else sum(ns)"),
    ("sum([1, x])", "sum([1, x])"), ("sum(1, x)", "sum([1, x])"), ("sum(ns) + 1", "(if ns empty then missing else sum(ns)) + 1"),
    ("max(1, x)", "max([1, x])"),
    ("count(ns)", "count(item in ns)"), ("count(ns[item > x])", "count(item in list(item for item in ns where item > x))"),
    ("ns[count(ns) > item]", "list(item for item in ns where count(item_2 in ns) > item)"),
    ("all([in stock])", "every item in [in_stock] satisfies item"), ("any([x > 1])", "some item in [x > 1] satisfies item"),
    ("Twice it(x)", "twice_it(x)"), ("Twice it(n: x + 1)", "twice_it(x + 1)"), ("{a: 1, b: a + x}.b", "1 + x"),
    ("string length(s) > 3 // a comment", "length(s) > 3"), ("contains(s, \"a\")", "s contains \"a\""),
    ("upper case(c)", "upper(\"{c}\")"), ("lower case(\"Yes\")", "lower(\"Yes\")"),
    ("upper case(lower case(c))", "upper(lower(\"{c}\"))"),
    ("substring(s, 1, 2)", "substring(s, 1, 2)"), ("substring(s, -2)", "substring(s, length(s) + 1 - 2)"),
    ("substring(s, -2, 1)", "substring(s, length(s) + 1 - 2, 1)"),
    ("substring(s, x, 1)", "if x < 0 then substring(s, length(s) + 1 + x, 1) else substring(s, x, 1)"),
    ("decimal(x, 2)", "round(x, 2)"),
    ("round half up(x, 0)", "round(x, 0, half_up)"),
    ("modulo(x, 3)", "x - 3 * floor(x / 3)"), ("list contains(ns, x)", "ns contains x"),
    ("flatten([ns, ns])", "flatten([ns, ns])"),
    ("matches(s, \"[a-z]+\")", "s contains matching \"[a-z]+\""), ("/* why */ x", "x"), ("append(ns, 1, 2)", "ns + [1, 2]"),
    ("contains(\"{1}\", s)", "\"{{1}}\" contains s"),
  ]

  @Test("is written as the language has it", arguments: expressions)
  func expression(_ feel: String, _ expected: String) throws { #expect(try said(feel) == expected) }

  static let faults: [(feel: String, offset: Int, message: String)] = [
    ("", 0, "a value is expected before the end"), ("x +", 3, "a value is expected before the end"),
    ("x x", 2, "`x` is not expected here"),
    ("(x", 2, "`)` is expected before the end"), ("x + y", 4, "no name `y` is known here"), ("\"open", 0, "a text is not closed"),
    ("1 + s", 0, "`+` of a number and a text cannot be translated"),
    ("if x then 1 else 2", 3, "a condition is expected, not a number"),
    ("Twice it", 0, "`Twice it` is a function, which cannot be a value"), ("Twice it()", 0, "`Twice it` lacks its argument `n`"),
    ("day + duration(\"PT36H\")", 0, "a date moves by whole days, so the duration may not have hours"),
    ("Twice it(s)", 9, "a text does not fit the parameter `n`"), ("median(ns)", 0, "the language has no function like `median`"),
    ("p.height", 0, "`person` has no component `height`"), ("[1, null]", 0, "null in a list cannot be translated"),
    ("1234567890123456", 0, "`1234567890123456` has more than 15 digits or 12 decimal places, or is 10^15 or more"),
    ("x instance of number", 2, "`instance of` cannot be translated: every value has one type, which `check` knows"),
    ("function(a) a", 0, "a function that is a value cannot be translated"), ("[1..2", 5, "the interval is not closed"),
  ]

  @Test("what cannot be translated has a place and a reason", arguments: faults)
  func fault(_ feel: String, _ offset: Int, _ message: String) throws {
    let fault = try #require(throws: FeelFault.self) { try said(feel) }
    #expect(fault.message == message)
    #expect(fault.offset == offset)
  }

  @Test("numbers of data are rounded half-even, as those are that leave an expression")
  func numbers() {
    let rounded: [(String, String?)] = [
      ("1680.880325608555", "1680.88032560856"), ("1e3", "1000"), ("-1.5E-3", "-0.0015"), ("0.0000000000005", "0"),
      ("0.0000000000015", "2e-12"), ("999999999999999.5", nil), ("123456789012345.5", "123456789012346"), ("-0", "0"),
      ("1.", "1"),
      (".25", "0.25"), ("", nil), ("-", nil), ("1e", nil), ("1e999", nil), ("1.2.3", nil), ("abc", nil), ("1e-30", "0"),
    ]
    for (text, expected) in rounded { #expect(PlainNumber.rounded(text)?.canonicalText == expected, "\(text)") }
  }

  @Test("names are snake case, whatever they are made of")
  func names() {
    let made = [
      ("Pre-Bureau Risk", "pre_bureau_risk"), ("preBureauRisk", "pre_bureau_risk"), ("EMIValue", "emi_value"), ("EMI", "emi"),
      ("2nd", "x_2nd"),
      ("if", "if_value"), ("Person's name", "persons_name"), ("…", "x"), ("Größe", "gr_e"), ("sum", "sum_value"),
      ("Length", "length"), ("decision", "decision"),
    ]
    for (written, name) in made { #expect(ImportName.make(written, or: "x") == name) }
    let declared = [
      "Decision": "decision_value", "converge": "converge_value", "length": "length_value", "coalesce": "coalesce_value",
      "date": "date_value", "Reject": "reject_value", "price": "price",
    ]
    for (written, name) in declared { #expect(ImportName.make(written, or: "x", isDeclared: true) == name) }
    #expect(ImportName.unique("a", or: "x", among: ["a", "a_2"]) == "a_3")
  }

  @Test("expressions, and elements of the file around them, have limits")
  func limits() throws {
    let names = try translator().model.names
    func isRead(_ text: String) -> Bool { (try? FeelParser.expression(text, names: names)) != nil }
    func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    let texts: [(Int, (Int) -> String)] = [
      (64, { repeated("(", $0) + "x" + repeated(")", $0) }),
      (100, { "x" + repeated(" + x", $0) }),
      (100_000, { "\"" + repeated("x", $0 - 2) + "\"" }),
    ]
    for (most, text) in texts {
      #expect(isRead(text(most)) && !isRead(text(most + 1)) && !isRead(text(most * 100)))
    }
    func isFile(_ depth: Int) -> Bool {
      (try? XMLReader.read(Array((repeated("<a>", depth) + repeated("</a>", depth)).utf8))) != nil
    }
    #expect(isFile(64) && !isFile(65) && !isFile(100_000))
    func isFile(siblings: Int) -> Bool { (try? XMLReader.read(Array("<a>\(repeated("<b/>", siblings))</a>".utf8))) != nil }
    #expect(isFile(siblings: 499_999) && !isFile(siblings: 500_000))
  }

  @Test("a text of any signs is read or refused, and never more than that")
  func noise() throws {
    let translator = try translator()
    let pieces = [
      "x", "ns", "(", ")", "[", "]", "..", ",", "+", "-", "**", "if", "then", "else", "for", "in", "return", "\"", "@", "{", "}",
      ":", "?",
      "not", "1", ".", " ", "\\u", "some", "satisfies", "<", "=", "p.age", "count", "substring before", "/*", "\u{1F600}",
    ]
    var state: UInt64 = 42
    var said = 0
    for round in 0..<4_000 {
      var text = ""
      for _ in 0..<(1 + round % 12) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count] + (state >> 40 & 1 == 0 ? " " : "")
      }
      _ = try? FeelParser.tests(text, names: translator.model.names)
      guard let feel = try? FeelParser.expression(text, names: translator.model.names) else { continue }
      if (try? translator.value(feel)) != nil { said += 1 }
    }
    #expect(said > 40)
  }
}
