import Testing
import Truths
import TruthsText

@testable import TruthsImport

/// An import lists all parts of a model and of its test cases that it drops.
@Suite("What an import of DMN lists")
struct DMNNoteTests {
  private func imported(_ body: String, _ tests: String? = nil) throws -> ImportedPack {
    let model = SourceText(path: "m.dmn", bytes: Array("<definitions name=\"m\">\n\(body)\n</definitions>".utf8))
    let cases = tests.map { [SourceText(path: "t.xml", bytes: Array("<testCases>\n\($0)\n</testCases>".utf8))] } ?? []
    return try TableImport.dmn(model, tests: cases)
  }

  private let decision = """
    <decision name="d"><variable typeRef="number"/><literalExpression><text>x + 1</text></literalExpression></decision>
    """
  private let input = "<inputData name=\"x\"><variable typeRef=\"number\"/></inputData>\n"

  @Test("what has no name, or one that is taken, is left out and listed")
  func names() throws {
    let pack = try imported(
      """
      <itemDefinition/><itemDefinition name="t"><typeRef>number</typeRef></itemDefinition>
      <itemDefinition name="t"><typeRef>string</typeRef></itemDefinition>
      <inputData/><inputData name="x"><variable typeRef="t"/></inputData>
      <inputData name=" x "><variable typeRef="string"/></inputData>
      <decision/>\(decision)
      <decision name="d"/>
      <businessKnowledgeModel name=""/><businessKnowledgeModel name="b"/>
      <businessKnowledgeModel name="b"/>
      """)
    #expect(
      pack.notes.filter { $0.contains("name") || $0.contains("called") } == [
        "m.dmn:2:1: an item definition without a name is left out",
        "m.dmn:3:1: another item definition is called `t` too; this one is left out",
        "m.dmn:4:1: an input without a name is left out",
        "m.dmn:5:1: another input is called `x` too; this one is left out",
        "m.dmn:6:1: a decision without a name is left out",
        "m.dmn:7:1: another decision is called `d` too; this one is left out",
        "m.dmn:8:1: a business knowledge model without a name is left out",
        "m.dmn:9:1: another business knowledge model is called `b` too; this one is left out",
      ])
  }

  @Test("of an input and a decision of one name, expressions read the input")
  func inputAndDecision() throws {
    let pack = try imported(
      input + decision.replacing("name=\"d\"", with: "name=\"x\"").replacing("x + 1", with: "7") + decision)
    #expect(
      pack.notes == ["m.dmn:3:1: an input is called `x` too: expressions with this name read the input, not this decision"])
    #expect(String(decoding: pack.files[0].bytes, as: UTF8.self).contains("value: x + 1"))
  }

  @Test("an attribute of another namespace is no name")
  func namespaces() throws {
    let pack = try imported(input + decision.replacing("name=\"d\"", with: "name=\"d\" ext:name=\"e\""))
    #expect(String(decoding: pack.files[0].bytes, as: UTF8.self).contains("function d:"))
    #expect(throws: ImportFault.self) { try imported(decision.replacing("name=\"d\"", with: "name=\"d\" name=\"e\"")) }
  }

  @Test("an input that the model does not have, and a value that its type does not have, are listed")
  func tests() throws {
    let pack = try imported(
      """
      <itemDefinition name="zone"><typeRef>string</typeRef><allowedValues><text>"near", "far"</text></allowedValues></itemDefinition>
      <inputData name="z"><variable typeRef="zone"/></inputData><inputData name="unused"><variable typeRef="number"/></inputData>
      <decision name="d"><variable typeRef="boolean"/><literalExpression><text>z = "near"</text></literalExpression></decision>
      """,
      """
      <testCase id="1"><inputNode name="z"><value xsi:type="xsd:string">near</value></inputNode>
        <inputNode name="y"><value xsi:type="xsd:decimal">1</value></inputNode>
        <inputNode name="unused"><value xsi:type="xsd:decimal">1</value></inputNode>
        <resultNode name="d"><expected><value xsi:type="xsd:boolean">true</value></expected></resultNode></testCase>
      <testCase id="2"><inputNode name="z"><value xsi:type="xsd:string">home</value></inputNode>
        <resultNode name="d"><expected><value xsi:type="xsd:boolean">false</value></expected></resultNode></testCase>
      """)
    #expect(
      pack.notes == [
        "t.xml:2:1: test case `1` gives `y`, which is not an input of the model",
        "t.xml:6:1: test case `2` is left out: the input `z` is none of the values of `zone`: `home`",
      ])
    #expect(!Workspace(truths: Array(pack.files.prefix(1))).check().hasErrors)
  }

  @Test("a date and time without a zone counts as UTC, and that is said with its place, in the model and in its tests")
  func zones() throws {
    func decision(_ expression: String) -> String {
      """
      <inputData name="z"><variable typeRef="dateTime"/></inputData>
      <decision name="d"><variable typeRef="boolean"/><literalExpression><text>\(expression)</text></literalExpression></decision>
      """
    }
    let test = """
      <testCase id="1"><inputNode name="z"><value xsi:type="xsd:dateTime">2024-01-01T10:00:00</value></inputNode>
        <resultNode name="d"><expected><value xsi:type="xsd:boolean">true</value></expected></resultNode></testCase>
      """
    let pack = try imported(decision("z = date and time(\"2024-01-01T10:00:00\") or z = @\"2024-01-01T10:00:00Z\""), test)
    try #require(pack.notes.count == 2)
    #expect(pack.notes[0].hasPrefix("m.dmn:3:"))
    #expect(pack.notes[0].hasSuffix(": `2024-01-01T10:00:00` has no time zone: it counts as UTC"))
    #expect(
      pack.notes[1]
        == "t.xml:2:1: test case `1` has a date and time without a time zone, which counts as UTC: `2024-01-01T10:00:00`")
  }

  @Test("a date and a time without a zone are one in UTC, and that is said")
  func parts() throws {
    let pack = try imported(
      """
      <inputData name="a"><variable typeRef="date"/></inputData><inputData name="b"><variable typeRef="time"/></inputData>
      <decision name="d"><variable typeRef="dateTime"/><literalExpression><text>date and time(a, b)</text></literalExpression></decision>
      """)
    #expect(pack.notes.count == 1 && pack.notes[0].hasSuffix(": `at(a, b)` has no time zone: it counts as UTC"), "\(pack.notes)")
  }

  @Test("a text that is read as a date and time needs a zone, and that is said")
  func readTexts() throws {
    let pack = try imported(
      """
      <inputData name="w"><variable typeRef="string"/></inputData>
      <decision name="d"><variable typeRef="dateTime"/><literalExpression><text>date and time(w)</text></literalExpression></decision>
      """)
    #expect(
      pack.notes.count == 1 && pack.notes[0].hasSuffix(": `timestamp(w)` has no value if its text has no time zone"),
      "\(pack.notes)")
  }

  @Test("`lower case` of a text that may hold any letter is left out: the language's `lower` changes A to Z alone")
  func letters() throws {
    let pack = try imported(
      """
      <inputData name="s"><variable typeRef="string"/></inputData>
      <decision name="d"><variable typeRef="boolean"/><literalExpression><text>lower case(s) = "é"</text></literalExpression></decision>
      """)
    #expect(pack.isEmpty)
    let reason = "`lower case` changes all letters, but `lower` of the language changes only A to Z: compare with each spelling"
    #expect(pack.notes.contains { $0.hasSuffix("decision `d` is left out: \(reason)") })
  }

  @Test("a name that loses letters is listed with the one that it gets")
  func lostLetters() throws {
    let pack = try imported(
      """
      <inputData name="Ä Größe"><variable typeRef="number"/></inputData><inputData name="Order Size"><variable typeRef="number"/></inputData>
      <decision name="d"><variable typeRef="number"/><literalExpression><text>Ä Größe + Order Size</text></literalExpression></decision>
      """)
    #expect(pack.notes == ["m.dmn: `Ä Größe` is called `gr_e`"])
  }

  @Test("names of the language are avoided where they would mean something built in")
  func builtIn() throws {
    let names = ["decision", "converge", "length", "sum", "date", "reject", "item", "x"]
    let inputs = names.map { "<inputData name=\"\($0)\"><variable typeRef=\"number\"/></inputData>" }.joined()
    let decisions = names.map { name in
      "<decision name=\"\(name) of\"><variable typeRef=\"number\"/><literalExpression>"
        + "<text>\(name) + count([\(name), 2][item &gt; 1])</text></literalExpression></decision>"
    }
    let others = ["decision", "converge", "length", "coalesce", "date", "reject"].map { name in
      "<decision name=\"\(name.uppercased())\"><variable typeRef=\"number\"/><literalExpression><text>1</text></literalExpression>"
        + "</decision>"
    }
    for name in ["m", "decision", "converge", "length"] {
      let model = "<definitions name=\"\(name)\">\(inputs)\((decisions + others).joined())</definitions>"
      let pack = try TableImport.dmn(SourceText(path: "m.dmn", bytes: Array(model.utf8)))
      #expect(pack.notes == [])
      #expect(!Workspace(truths: pack.files).check().hasErrors)
    }
  }
}
