import TruthsCheck
import TruthsDiagnostics
import TruthsFindings
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Proposals from documents, for `truths propose`, and checks of documents.
extension Workspace {
  /// Returns the proposals that sources make from documents, one per line, as a batch for `truths run`.
  ///
  /// - Parameter policies: policies to set, each `policy=value`; sources may read them.
  /// - Throws: the findings of a set with errors, or findings about the documents.
  public func proposals(of documents: [DocumentInput], policies: [String] = []) throws(Findings) -> String {
    var data = RunData(sources: loaded.sources, procedure: try procedure())
    return try data.proposals(of: documents, policies: policies).map { JSONValue.object($0).line }.joined()
  }

  /// Returns whether a source reads the document with this name.
  public func reads(document name: String) -> Bool { loaded.program.sources.contains { $0.document == name } }

  /// Returns whether a source reads the contents of files, when a folder is given as the document with this name.
  public func readsContent(ofDocument name: String) -> Bool {
    loaded.program.sources.contains { source in
      source.document == name && source.inputs.contains { $0.name == "content" || holdsContent($0.type) }
    }
  }

  /// Returns whether a type has a member `content` at any depth.
  private func holdsContent(_ type: ValueType) -> Bool {
    loaded.program.hasPart(type) { part in
      if case .record(let index) = part { loaded.program.records[index].fields.contains { $0.name == "content" } } else { false }
    }
  }

  /// Adds the findings about documents to others, according to the sources that read them.
  func adding(findingsIn documents: [DocumentInput], to findings: Findings) -> Findings {
    guard let procedure = try? procedure() else { return findings }
    var data = RunData(sources: findings.sources, procedure: procedure)
    do {
      _ = try data.take(documents, policies: [], on: procedure.emptyContext)
      return findings
    } catch {
      return Findings(findings.diagnostics + error.diagnostics, in: error.sources, hiddenCount: findings.hiddenCount)
    }
  }
}
