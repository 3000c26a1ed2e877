import TruthsJSON
package import TruthsProgram
import TruthsRendering
package import TruthsSyntax
package import TruthsText

/// Makes the handbook of a checked set from its program, and from its declarations for the authors' texts.
package struct HandbookMaker {
  let program: Program
  let words: PlainWords
  /// Declarations by the spans of their keys.
  let declarations: [Span: Declaration]
  /// The `let`s that truths share with their intents.
  let shared: SharedLets
  /// Clauses by their spans.
  let clauses: [Span: Clause]
  let examples: HandbookExamples
  let uses: HandbookIndex
  /// Indices in ``Program/facts`` by `<pack>.<type>`.
  let factsByName: [String: Int]
  /// Returns the text of a source location: `money/money.truths:12:7`.
  let source: (Span) -> String
  /// Names of ids.
  let names: [String: Phrase]
  private(set) var diagrams: [Handbook.Diagram] = []

  package init(_ program: Program, units: [SourceUnit], examples: HandbookExamples, source: @escaping (Span) -> String) {
    self.program = program
    self.examples = examples
    self.source = source
    words = PlainWords(program)
    uses = HandbookIndex(program)
    factsByName = Dictionary(first: program.facts.enumerated().map { ("\($0.element.pack).\($0.element.name)", $0.offset) })
    let all = units.flatMap(\.declarations)
    declarations = Dictionary(first: all.map { ($0.keySpan, $0) })
    shared = SharedLets(units)
    names = Self.allNames(program, declarations)
    clauses = Dictionary(first: all.flatMap(\.clauses).map { ($0.span, $0) })
  }

  /// Returns the whole handbook.
  ///
  /// - Parameters:
  ///   - title: the title; `nil` for one made from the packs.
  ///   - date: the date to state, such as `2025-01-31`; `nil` for no date.
  ///   - hash: the hash of the truths.
  package mutating func handbook(title: String?, date: String?, hash: String) -> Handbook {
    let own = program.packs.filter { $0.name != ConvergePack.name }
    var chapters = [overview(own)]
    if let jobs = jobs() { chapters.append(jobs) }
    if let blueprints = blueprints() { chapters.append(blueprints) }
    if let roles = roles() { chapters.append(roles) }
    for pack in own { chapters.append(chapter(pack)) }
    if let rest = otherExamples() { chapters.append(rest) }
    for pack in program.packs where pack.name == ConvergePack.name { chapters.append(builtIn(pack)) }
    var about: [Handbook.About] = []
    if own.count == 1, let version = own[0].version { about.append(Handbook.About(name: "Version", value: .plain(version))) }
    if let date { about.append(Handbook.About(name: "Date", value: .plain(date))) }
    about.append(Handbook.About(name: "Hash of the truths", value: .code(hash)))
    let made = own.count == 1 ? "Handbook: \(PlainName.words(own[0].name))" : "Handbook"
    return Handbook(title: title ?? made, about: about, chapters: chapters, diagrams: diagrams).settled()
  }

  // MARK: Shared helpers

  func summary(_ span: Span) -> Phrase? {
    declarations[span]?.summary.map { .plain($0.text) }
  }

  /// Returns the summary of a declaration as a paragraph, if it has one.
  func summaryBlock(_ span: Span) -> [Handbook.Block] {
    summary(span).map { [.paragraph($0)] } ?? []
  }

  /// Adds a diagram. An empty one is left out, and one too large to read is replaced by a note.
  mutating func diagram(_ graph: DotGraph, _ title: String) -> [Handbook.Block] {
    if graph.isEmpty { return [] }
    if graph.isTooLarge { return [.paragraph("The diagram is left out: it has too many parts to be readable.")] }
    diagrams.append(Handbook.Diagram(title: title, graph: graph))
    return [.diagram(diagrams.count - 1)]
  }

  /// Returns the id that the moves of a lifecycle report.
  static func id(of lifecycle: LifecycleType) -> String { "\(lifecycle.pack).\(lifecycle.name).lifecycle" }
}

extension Declaration {
  fileprivate var clauses: [Clause] {
    switch body {
    case .truth(let truth): (truth.requires + truth.invariants + truth.ensures).map(\.clause)
    case .invariant(let invariant): [invariant.rule]
    default: []
    }
  }
}

extension HandbookMaker {
  private mutating func overview(_ packs: [PackInfo]) -> Handbook.Section {
    let rows = packs.map { pack in
      Handbook.Table.Row([
        link(pack: pack.name), summary(pack.span) ?? "", .plain(pack.version ?? ""),
        "\(program.intents.filter { $0.pack == pack.name }.count)",
        "\(program.truths.filter { $0.pack == pack.name }.count + program.invariants.filter { $0.pack == pack.name }.count)",
        "\(program.facts.filter { $0.pack == pack.name && $0.lifecycle == nil }.count)",
      ])
    }
    var blocks: [Handbook.Block] = [
      .paragraph(
        """
        People, programs and models propose; truths decide; what was decided is kept as facts. This handbook is made from the \
        truths themselves and from the examples that they are tested with.
        """)
    ]
    blocks += table(["Pack", "What it is about", "Version", "Proposals", "Truths", "Facts"], rows)
    blocks += packFlow(packs)
    return Handbook.Section(anchor: "overview", title: "Overview", blocks: blocks, sections: [reading])
  }

  /// The section about the words with which rules begin.
  private var reading: Handbook.Section {
    let meanings: [(begins: Phrase, means: Phrase)] = [
      ("Needs", "If the condition does not hold, the proposal is rejected. It can be corrected and proposed again."),
      ("Halts when", "If the condition holds, everything stops. Nobody can override it."),
      ("Needs the approval of", "The proposal waits until a person with the role approves or denies it."),
      ("Needs the consent of", "The proposal waits until the person consents."),
      ("Warns when", "If the condition holds, a warning is recorded. Nothing stops."),
      ("Moves", "The thing goes from one state of its lifecycle to another."),
    ]
    let rows = meanings.map { Handbook.Table.Row(["\(strong: $0.begins)", $0.means]) }
    return Handbook.Section(
      anchor: "reading", title: "How to read the rules",
      blocks: [
        .paragraph(
          "A truth lists its rules, and then what is recorded where all of them hold. Words in square brackets mean the "
            + "value in the case at hand. The rules as they are written can be unfolded below each table.")
      ] + table(["A rule begins with", "What it means"], rows))
  }

  /// Returns the chapter of fixtures that name no truth of the packs; `nil` if there is no such fixture.
  private func otherExamples() -> Handbook.Section? {
    let blocks = exampleBlocks(examples.homeless)
    return blocks.isEmpty ? nil : Handbook.Section(anchor: "examples", title: "Further examples", blocks: blocks)
  }
}
