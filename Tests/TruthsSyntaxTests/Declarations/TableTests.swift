import Testing
import TruthsSyntax
import TruthsText

/// The syntax of tables, lifecycles, moves and facts under `when` (declarations §8, clauses §2), and its canonical text.
@Suite struct TableTests {
  private func declaration(_ source: String) throws -> Declaration {
    let file = SourceFile(id: FileID(1), path: "demo/demo.truths", bytes: Array(source.utf8))
    let unit = Parser.parse(file, relativePath: "demo/demo.truths")
    #expect(unit.diagnostics.isEmpty)
    return try #require(unit.declarations.first)
  }

  @Test func tableOfTheSample() throws {
    let read = try declaration(
      """
      table urgency_of:
        inputs:
          hours_left: decimal
        output: urgency
        rows:
          - hours_left <= 0 -> expired
          - hours_left < 1 and (not true) → missing
          - otherwise → normal

      """)
    guard case .table(let table) = read.body else { return #expect(Bool(false), "not a table") }
    #expect(table.inputs.map(\.name.text) == ["hours_left"])
    guard case .one(let output) = table.outputs else { return #expect(Bool(false), "not one output") }
    #expect(formatted(output) == "urgency")
    #expect(table.hit == .first)
    #expect(
      table.rows.map { formatted($0) } == [
        "hours_left <= 0 → expired", "hours_left < 1 and not true → missing", "otherwise → normal",
      ])
  }

  @Test func uniqueHit() throws {
    let read = try declaration(
      "table a:\n  hit: unique\n  inputs: {b: decimal}\n  output: text\n  rows: [otherwise → \"x\"]\n")
    guard case .table(let table) = read.body else { return #expect(Bool(false), "not a table") }
    #expect(table.hit == .unique)
  }

  @Test func lifecycleOfTheSample() throws {
    let read = try declaration(
      """
      lifecycle invoice:
        key: [invoice_id]
        initial: draft
        transitions:
          - draft → sent -> paid
          - any → void
        terminal: [paid, void]

      """)
    guard case .lifecycle(let lifecycle) = read.body else { return #expect(Bool(false), "not a lifecycle") }
    #expect(lifecycle.key.map(\.text) == ["invoice_id"])
    #expect(lifecycle.initial.text == "draft")
    #expect(lifecycle.transitions.map { formatted($0) } == ["draft → sent → paid", "any → void"])
    #expect(lifecycle.terminal.map(\.text) == ["paid", "void"])
    #expect(!lifecycle.isExternal)
  }

  @Test func factsAndMovesOfATruth() throws {
    let read = try declaration(
      """
      truth joining:
        when:
          - fact: fact.edge.known as e
          - fact: [path.known as p, work.completed]
          - if: p.to == e.from
        moves:
          - invoice: start → draft
          - money.parcel: any -> sent -> lost else "{parcel_id} is {parcel.state}"
          - parcel: 'open → sent else "Closed: {parcel_id}"'

      """)
    guard case .truth(let truth) = read.body else { return #expect(Bool(false), "not a truth") }
    let matches = truth.when.compactMap { if case .fact(let match) = $0 { match } else { nil } }
    #expect(matches.map { formatted($0) } == ["edge.known as e", "path.known as p", "work.completed"])
    #expect(truth.moves.map(\.lifecycle.text) == ["invoice", "money.parcel", "parcel"])
    #expect(
      truth.moves.map { formatted($0) } == [
        "start → draft", "any → sent → lost else \"{parcel_id} is {parcel.state}\"", "open → sent else \"Closed: {parcel_id}\"",
      ])
  }
}
