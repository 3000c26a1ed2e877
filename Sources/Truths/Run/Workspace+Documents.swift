import TruthsCheck
import TruthsDiagnostics
import TruthsFindings
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

extension Workspace {
  /// The proposals that sources make of documents, one a line: a batch that `truths run` takes as it is.
  ///
  /// - Parameter policies: policies to set, each `policy=value`; sources may read them.
  /// - Throws: the findings of a set with errors, or what is wrong with the documents.
  public func proposals(of documents: [DocumentInput], policies: [String] = []) throws(Findings) -> String {
    var data = RunData(sources: loaded.sources, procedure: try procedure())
    return try data.proposals(of: documents, policies: policies).map { JSONValue.object($0).line }.joined()
  }

  /// Whether a source reads the document of a name.
  public func reads(document name: String) -> Bool { loaded.program.sources.contains { $0.document == name } }

  /// Whether a source reads what the files of a folder hold, when the folder is given as the document of a name.
  public func readsContent(ofDocument name: String) -> Bool {
    loaded.program.sources.contains { source in
      source.document == name && source.inputs.contains { $0.name == "content" || holdsContent($0.type) }
    }
  }

  /// Whether a part of a document has a member `content`, or a part that has.
  private func holdsContent(_ type: ValueType) -> Bool {
    loaded.program.hasPart(type) { part in
      if case .record(let index) = part { loaded.program.records[index].fields.contains { $0.name == "content" } } else { false }
    }
  }

  /// Adds what is wrong with documents against the sources that read them.
  func adding(findingsIn documents: [DocumentInput], to found: Findings) -> Findings {
    guard let procedure = try? procedure() else { return found }
    var data = RunData(sources: found.sources, procedure: procedure)
    do {
      _ = try data.take(documents, policies: [], on: procedure.emptyContext)
      return found
    } catch {
      return Findings(found.diagnostics + error.diagnostics, in: error.sources, hiddenCount: found.hiddenCount)
    }
  }
}
