import Testing
import TruthsJSON
import TruthsText

struct JSONRecordTests {
  private struct Line {
    var article: String
    var count = 1
    var note: String?
  }

  private struct Order {
    var id: String
    var lines: [Line] = []
    var gift: Line?
    var isUrgent = false
  }

  private static let line = JSONRecord<Line>(
    named: "line",
    [
      .required("article", .text, "What is bought.") { $0.article },
      .required("count", .count(from: 1), "How many.") { $0.count },
      .optional("note", .text, "What to know of it.") { $0.note },
    ])

  private static let order = JSONRecord<Order>(
    [.required("id", .text, "Its number.") { $0.id }, .required("lines", listOf: line, "What is bought.") { $0.lines }],
    [
      .optional("gift", of: line, "What comes with it.") { $0.gift },
      .optional("others", listOf: line, least: 1, "The lines behind the first.") { Array($0.lines.dropFirst()).nonEmpty },
      .optional("urgent", .boolean, "That it cannot wait.") { $0.isUrgent ? true : nil },
    ])

  private func text(_ object: JSONObject) -> String { String(decoding: JSONValue.object(object).compact(), as: UTF8.self) }

  private func schema(_ shape: JSONShape) -> JSONValue {
    JSONSchema.value(of: shape, file: "f", title: "t", description: "d")
  }

  @Test func writesMembersInOrder() {
    let order = Order(
      id: "o", lines: [Line(article: "a"), Line(article: "b", count: 2)], gift: Line(article: "c", note: "n"), isUrgent: true)
    #expect(
      text(Self.order.object(of: order))
        == #"{"id":"o","lines":[{"article":"a","count":1},{"article":"b","count":2}],"#
        + #""gift":{"article":"c","count":1,"note":"n"},"others":[{"article":"b","count":2}],"urgent":true}"#)
  }

  @Test func leavesOutOptionalMembersWithoutValue() {
    #expect(text(Self.order.object(of: Order(id: "o"))) == #"{"id":"o","lines":[]}"#)
  }

  @Test func givesTheMembersOfItsSchema() {
    #expect(Self.order.members.names == ["id", "lines", "gift", "others", "urgent"])
    #expect(Self.order.members.filter(\.isRequired).names == ["id", "lines"])
    let schema = schema(Self.order.shape)
    #expect(schema["required"] == .array([.text("id"), .text("lines")]))
    #expect(schema["properties"]?["id"] == .object(["description": .text("Its number."), "type": .text("string")]))
    #expect(schema["properties"]?["others"]?["minItems"] == .number(Decimal(1)))
  }

  @Test func isDefinedOnceUnderItsName() {
    let schema = schema(Self.order.shape)
    #expect(schema["properties"]?["gift"]?["$ref"] == .text("#/$defs/line"))
    #expect(schema["properties"]?["lines"]?["items"] == .object(["$ref": .text("#/$defs/line")]))
    #expect(schema["$defs"]?["line"]?["required"] == .array([.text("article"), .text("count")]))
  }

  @Test func isPartOfAnotherRecord() {
    let numbered = JSONRecord<(place: Int, line: Line)>(
      [.required("place", .count, "Its place.") { $0.place }], Self.line.fields { $0.line })
    #expect(text(numbered.object(of: (1, Line(article: "a")))) == #"{"place":1,"article":"a","count":1}"#)
    #expect(numbered.members.names == ["place"] + Self.line.members.names)
  }

  @Test func writesValuesOfEachType() {
    let values = JSONRecord<Void>([
      .required("null", .null, "") { _ in JSONValue.null }, .required("object", .map(), "") { _ in [:] as JSONObject },
      .required("decimal", .number, "") { _ in Decimal(7) }, .required("boolean", .boolean, "") { _ in false },
      .required("lists", .list(.list(.text)), "") { _ in [["a"], []] },
    ])
    #expect(text(values.object(of: ())) == #"{"null":null,"object":{},"decimal":7,"boolean":false,"lists":[["a"],[]]}"#)
  }
}
