import TruthsProgram
import TruthsRendering
import TruthsSyntax
import TruthsText

/// Sources in chapters and diagrams.
extension HandbookMaker {
  /// Returns a table of a pack's sources: their documents, the elements that they read, and the results.
  func sources(of pack: String) -> [Handbook.Block] {
    let rows = program.sources.filter { $0.pack == pack }.map { source in
      Handbook.Table.Row(
        [
          named(source.name), summary(source.span) ?? "", .code(source.document),
          source.each.isEmpty ? "the document itself" : .code(DocumentPath.text(source.each)), phrases(by: source).lines,
        ], anchor: HeadingAnchor.declaration("source", source.qualifiedName))
    }
    return table(["Source", "What it means", "Document", "Read from", "Becomes"], rows)
  }

  private func phrases(by source: CheckedSource) -> [Phrase] {
    source.outputs.map(\.fact).uniqued().map { link(fact: $0) }
      + source.proposals.map(\.intent).uniqued().map { "the proposal \(link(intent: $0))" }
  }

  /// Adds a source to the diagram of its pack: its document, and the facts and intents that it produces.
  func add(_ source: CheckedSource, to graph: inout DotGraph) {
    let key = "document \(source.document)"
    graph.node(
      key, label: source.document, shape: "note", kind: "document",
      anchor: HeadingAnchor.declaration("source", source.qualifiedName))
    for index in Set(source.outputs.map(\.fact)).sorted() { graph.edge(key, node(index, of: source.pack, in: &graph)) }
    for index in Set(source.proposals.map(\.intent)).sorted() {
      let intent = program.intents[index].name
      graph.node(
        "intent \(intent)", label: intent, shape: "cds", kind: "intent", anchor: HeadingAnchor.declaration("intent", intent))
      graph.edge(key, "intent \(intent)")
    }
  }
}
