import Testing
import Truths

@Suite("What follows from a context is counted without a record")
struct ConvergenceTests {
  static let chain = """
    pack graph:
      version: 1.0.0

    fact edge.known:
      key: [x, y]
      external: true
      fields:
        x: integer
        y: integer

    fact path.known:
      key: [x, y]
      fields:
        x: integer
        y: integer

    truth step:
      when:
        - fact: edge.known
      produces:
        - fact.path.known
        - trace.graph.step

    truth walk:
      when:
        - fact: path.known as p
        - fact: edge.known as e
        - if: p.y == e.x
      produces:
        - fact.path.known:
            x: p.x
            y: e.y
        - trace.graph.walk

    intent look:
      fields:
        x: integer

    truth looking:
      when:
        - intent: look
      requires:
        - x exists
      produces:
        - trace.graph.look
    """

  static let workspace = Workspace(truths: [SourceText(path: "truths/graph/graph.truths", bytes: Array(chain.utf8))])

  static func edges(_ count: Int) -> SourceText {
    let lines = (0..<count).map { "{\"type\":\"edge.known\",\"x\":\($0),\"y\":\($0 + 1)}\n" }
    return SourceText(path: "context.jsonl", bytes: Array(lines.joined().utf8))
  }

  @Test("a chain of n edges has n (n + 1) / 2 paths, one found per match, the longest in round n", arguments: [1, 2, 7, 30])
  func chain(_ count: Int) throws {
    let outcome = try Convergence(Self.workspace, context: Self.edges(count)).run()
    let paths = count * (count + 1) / 2
    #expect(outcome == .init(facts: paths, matches: paths, rounds: count, isWhole: true))
  }

  @Test("nothing follows from nothing")
  func empty() throws {
    #expect(try Convergence(Self.workspace, context: nil).run() == .init(facts: 0, matches: 0, rounds: 0, isWhole: true))
  }

  @Test("the facts are those that a run appends")
  func sameAsRun() throws {
    var input = RunInput(proposals: SourceText(path: "p.json", bytes: Array("{\"action\":\"look\",\"x\":1}".utf8)))
    input.context = Self.edges(9)
    (input.isAppending, input.now) = (true, "2026-01-31T09:00:00Z")
    input.actor = .known(json: "{\"type\":\"user\",\"user_id\":\"ann\"}")
    let lines = try Self.workspace.run(input).appended.split(separator: "\n")
    let paths = lines.count { $0.contains("\"type\":\"path.known\"") && $0.contains("\"entry_type\":\"fact\"") }
    #expect(paths == 45)
    #expect(paths == (try Convergence(Self.workspace, context: Self.edges(9)).run().facts))
  }

  @Test("a truth set at fault says so")
  func faulty() {
    let faulty = Workspace(truths: [SourceText(path: "truths/a/a.truths", bytes: Array("truth".utf8))])
    #expect(throws: Findings.self) { try Convergence(faulty, context: nil) }
  }
}
