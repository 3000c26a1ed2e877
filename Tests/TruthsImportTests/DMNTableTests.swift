import Testing
import Truths
import TruthsJSON
import TruthsRuntime
import TruthsText

@testable import TruthsImport

/// Decision tables of each hit policy decide as DMN says, also those that no grid can hold.
@Suite("Decision tables of DMN")
struct DMNTableTests {
  /// Returns a table with overlapping rules: the first always holds, and the second has no form as a grid cell.
  private func table(_ policy: String, values: String = "", always: Int = 10, between: Int = 5) -> String {
    """
    <definitions name="m"><inputData name="x"><variable typeRef="number"/></inputData>
    <decision name="d"><decisionTable \(policy)>
      <input><inputExpression typeRef="number"><text>x</text></inputExpression></input>
      <output name="y" typeRef="number">\(values)</output>
      <rule><inputEntry><text>-</text></inputEntry><outputEntry><text>\(always)</text></outputEntry></rule>
      <rule><inputEntry><text>? &gt; 5 and ? &lt; 100</text></inputEntry><outputEntry><text>\(between)</text></outputEntry></rule>
    </decisionTable></decision></definitions>
    """
  }

  private func imported(_ model: String) throws -> ImportedPack {
    try TableImport.dmn(SourceText(path: "m.dmn", bytes: Array(model.utf8)))
  }

  /// Returns the result of a decision as JSON; `nil` where it has no value.
  private func answer(_ pack: ImportedPack, _ payload: JSONObject) throws -> String? {
    var payload = payload
    payload["case_id"] = .text("1")
    let proposal = JSONValue.object(["action": .text("decide_m"), "payload": .object(payload)])
    let input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array(proposal.line.utf8)))
    let outcomes = try Workspace(truths: Array(pack.files.prefix(1))).run(input).outcomes
    let fact = try #require(outcomes.first?.facts.first)
    return fact["d"]?.line.split(separator: "\n").first.map(String.init)
  }

  // MARK: Values that are allowed, and models of Camunda

  private func text(_ pack: ImportedPack) -> String { String(decoding: pack.files[0].bytes, as: UTF8.self) }

  /// A table with one column of texts.
  private func texts(_ input: String, _ output: String = "<output name=\"y\" typeRef=\"string\"/>") -> String {
    """
    <definitions name="m" xmlns:camunda="http://camunda.org/schema/1.0/dmn">
    <inputData name="x"><variable typeRef="string"/></inputData>
    <decision name="d"><decisionTable hitPolicy="FIRST">
      \(input)
      \(output)
      <rule><inputEntry><text>"a"</text></inputEntry><outputEntry><text>"one"</text></outputEntry></rule>
      <rule><inputEntry><text>-</text></inputEntry><outputEntry><text>"two"</text></outputEntry></rule>
    </decisionTable></decision></definitions>
    """
  }

  private static let column = "<inputExpression typeRef=\"string\"><text>x</text></inputExpression>"

  @Test("the values that columns and outputs allow are enums, as those of item definitions are")
  func allowedValues() throws {
    let output = #"<output name="y" typeRef="string"><outputValues><text>"one", "two"</text></outputValues></output>"#
    let pack = try imported(texts("<input>\(Self.column)<inputValues><text>\"a\", \"b\"</text></inputValues></input>", output))
    #expect(text(pack).contains("enum x_values: [a, b]\n") && text(pack).contains("    x: x_values\n"))
    #expect(text(pack).contains("enum d_values: [one, two]\n") && text(pack).contains("  output: d_values\n"))
    #expect(try answer(pack, ["x": .text("a")]) == "\"one\"")
    let other = #"<definitions name="m"><inputData name="x"><variable typeRef="string"/></inputData>"#
    let columns = [#""a", "b""#, #""a", "c""#].enumerated().map { place, values in
      """
      <decision name="d\(place)"><decisionTable><input>\(Self.column)<inputValues><text>\(values)</text></inputValues></input>
      <output name="y" typeRef="number"/><rule><inputEntry><text>"a"</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>
      </decisionTable></decision>
      """
    }
    let atOdds = try imported(other + columns.joined() + "</definitions>")
    #expect(!text(atOdds).contains("enum "))
    #expect(atOdds.notes.count { $0.contains("the values that the column `x` allows are not read") } == 2)
  }

  @Test("an input of Camunda without an expression tests its variable; cells may name it where there is one")
  func inputVariables() throws {
    let alone = try imported(texts(#"<input label="Kind" camunda:inputVariable="x"><inputExpression typeRef="string"/></input>"#))
    #expect(try answer(alone, ["x": .text("a")]) == "\"one\"")
    let unnamed = try imported(texts(#"<input label="Kind"><inputExpression typeRef="string"/></input>"#))
    #expect(unnamed.notes.contains { $0.hasSuffix("decision `d` is left out: the input `Kind` has no expression") })
    let second = try imported(texts("<input/>"))
    #expect(second.notes.contains { $0.hasSuffix("decision `d` is left out: the input 1 of the table `d` has no expression") })
    let named = texts("<input camunda:inputVariable=\"kind\">\(Self.column)</input>").replacing(
      "<text>\"a\"</text>", with: "<text>kind = \"b\" or kind = \"a\"</text>")
    #expect(try answer(try imported(named), ["x": .text("b")]) == "\"one\"")
  }

  @Test("output values that are no texts are not read, and that is said", arguments: ["1, 2", #""high", -"#])
  func otherValues(_ values: String) throws {
    let output = "<output name=\"y\"><outputValues><text>\(values)</text></outputValues></output>"
    let pack = try imported(texts("<input>\(Self.column)</input>", output))
    #expect(pack.notes.contains { $0.contains("the values that the output `y` allows are not read") }, "\(pack.notes)")
  }

  private func number(_ value: Int) throws -> JSONObject { ["x": .number(try Decimal(literal: String(value)))] }

  static let outcomes: [(policy: String, values: String, inside: String, outside: String)] = [
    (#"hitPolicy="COLLECT""#, "", "[10,5]", "[10]"),
    (#"hitPolicy="RULE ORDER""#, "", "[10,5]", "[10]"),
    (#"hitPolicy="OUTPUT ORDER""#, "<outputValues><text>5, 10</text></outputValues>", "[5,10]", "[10]"),
    (#"hitPolicy="PRIORITY""#, "<outputValues><text>5, 10</text></outputValues>", "5", "10"),
    (#"hitPolicy="COLLECT" aggregation="SUM""#, "", "15", "10"),
    (#"hitPolicy="COLLECT" aggregation="MIN""#, "", "5", "10"),
    (#"hitPolicy="COLLECT" aggregation="MAX""#, "", "10", "10"),
    (#"hitPolicy="COLLECT" aggregation="COUNT""#, "", "2", "1"),
  ]

  @Test("a rule without conditions holds beside others", arguments: outcomes)
  func always(_ policy: String, _ values: String, _ inside: String, _ outside: String) throws {
    let pack = try imported(table(policy, values: values))
    #expect(try answer(pack, try number(50)) == inside)
    #expect(try answer(pack, try number(3)) == outside)
  }

  @Test("with ANY, rules that agree give their value")
  func any() throws {
    let pack = try imported(table(#"hitPolicy="ANY""#, between: 10))
    #expect(try answer(pack, try number(50)) == "10")
    #expect(try answer(pack, try number(3)) == "10")
  }

  @Test("with FIRST, a last rule without conditions is what is left")
  func first() throws {
    let rules = table(#"hitPolicy="FIRST""#).split(separator: "\n").map(String.init)
    let swapped = (rules[0..<4] + [rules[5], rules[4]] + rules[6...]).joined(separator: "\n")
    let pack = try imported(swapped)
    #expect(String(decoding: pack.files[0].bytes, as: UTF8.self).contains("otherwise → 10"))
    #expect(try answer(pack, try number(50)) == "5")
    #expect(try answer(pack, try number(3)) == "10")
  }

  @Test("with UNIQUE, rules that overlap are an error of the model, and left out")
  func unique() throws {
    let pack = try imported(table(#"hitPolicy="UNIQUE""#))
    #expect(pack.isEmpty)
    #expect(pack.notes.contains { $0.contains("decision `d` is left out: `check` refuses it (T4402)") })
  }

  @Test("a default output beside COUNT, which would be counted, is left out")
  func countedDefault() throws {
    let pack = try imported(
      table(#"hitPolicy="COLLECT" aggregation="COUNT""#, values: "<defaultOutputEntry><text>7</text></defaultOutputEntry>"))
    #expect(pack.isEmpty)
    let why = "a default output beside the aggregation `COUNT` cannot be translated"
    #expect(pack.notes == ["m.dmn:2:20: decision `d` is left out: \(why)"])
  }

  @Test("a column with `not (…)` alone is one that may be missing")
  func denied() throws {
    let pack = try imported(
      """
      <definitions name="m"><decision name="d"><decisionTable>
        <input><inputExpression typeRef="string"><text>kind</text></inputExpression></input>
        <output name="y" typeRef="number"/>
        <rule><inputEntry><text>not("a")</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>
      </decisionTable></decision></definitions>
      """)
    #expect(pack.notes.contains { $0.contains("`kind` may be missing") })
  }

  @Test("more rules than `check` compares in bounded time are refused")
  func manyRules() throws {
    let rule = "<rule><inputEntry><text>1</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>"
    let pack = try imported(
      """
      <definitions name="m"><inputData name="x"><variable typeRef="number"/></inputData>
      <decision name="d"><decisionTable>
      <input><inputExpression typeRef="number"><text>x</text></inputExpression></input><output name="y" typeRef="number"/>
      \(String(repeating: rule, count: 5_001))</decisionTable></decision></definitions>
      """)
    #expect(pack.isEmpty)
    #expect(pack.notes == ["m.dmn:2:20: decision `d` is left out: the table has more than 5000 rules"])
  }
}
