import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Reads documents through the sources that name them in the rules.
///
/// Documents are read in byte order of their names, and sources in the order of their packs and names. Elements are read in
/// their own order, and facts are made in the order of `produces`.
struct DocumentReader {
  let engine: Engine
  private var program: Program { engine.program }
  /// Holds the values of policies and counts the work. The facts in it are not read.
  let store: FactStore
  private(set) var facts: [DocumentFact] = []
  private(set) var proposals: [JSONObject] = []
  private(set) var faults: [Diagnostic] = []
  private var factIndices: [Identity: Int] = [:]

  private struct Identity: Hashable {
    var type: Int
    var key: [Value]
  }

  init(engine: Engine, store: FactStore) {
    self.engine = engine
    self.store = store
  }

  mutating func read(_ documents: [Document]) {
    for document in documents.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      let sources = program.sources.filter { $0.document == document.name }
      if sources.isEmpty {
        faults.append(UnknownDocument.finding(document.name, known: program.sources.map(\.document), at: document.nameSpan))
      }
      for source in sources { read(document, through: source) }
    }
  }

  private mutating func read(_ document: Document, through source: CheckedSource) {
    var elements = DocumentElements(document, source, program)
    var position = 0
    faults += elements.faults
    var reader = ElementReader(engine: engine, source: source, store: store, isInFolder: document.isFolder)
    while faults.count < [Diagnostic].mostOfData, !reader.isOverworked, let element = elements.parts.popFirst() {
      position += 1
      let read = reader.read(element, at: position)
      for fact in read.facts { add(fact) }
      proposals += read.proposals
      faults += reader.takeFaults()
    }
  }

  /// Adds a fact. A fact that equals an earlier one is ignored. A fact with the same key and different content is a fault.
  private mutating func add(_ fact: DocumentFact) {
    let identity = Identity(type: fact.fact.type, key: store.identity(of: fact.fact.fields, type: fact.fact.type))
    guard let first = factIndices[identity] else {
      factIndices[identity] = facts.count
      facts.append(fact)
      return
    }
    let earlier = facts[first]
    if earlier.fact.fields.elementsEqual(fact.fact.fields, by: { $0.isMissing && $1.isMissing || $0 == $1 }) { return }
    let type = program.facts[fact.fact.type]
    let field = zip(type.fields, zip(earlier.fact.fields, fact.fact.fields)).first { $1.0 != $1.1 }?.0.name
    faults.append(
      DocumentConflict.finding(type.name, at: (fact.part.name, fact.part.json.span), first: earlier.part.json.span, field: field)
    )
  }
}

/// A fact that was made from a document.
struct DocumentFact {
  var fact: TypedFact
  /// The element that the fact was made from.
  var part: DocumentPart
  /// The document's name.
  var document: String
}
