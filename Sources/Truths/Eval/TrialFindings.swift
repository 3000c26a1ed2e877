import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsRuntime
package import TruthsText

extension Workspace {
  /// Returns findings, and adds those about proposals that a user tries out and about their contexts: everything that `run`
  /// refuses to read, and everything that makes a proposal malformed. Nothing is added for a set with errors.
  ///
  /// - Parameter trials: the proposals, and their contexts as JSON Lines of entries or facts; `nil` for a file that does not
  ///   exist.
  package func adding(
    trials: [(proposal: SourceText?, context: SourceText?)], to findings: Findings
  ) -> Findings {
    guard let procedure = try? procedure() else { return findings }
    var added = TrialFindings(findings.sources)
    for (proposal, context) in trials {
      for text in [proposal, context].compactMap(\.self) { added.add(text) }
      do {
        if context != nil { _ = try RunSetup(RunInput(context: context), in: self) }
      } catch {
        added.take(error)
      }
      guard let proposal else { continue }
      var data = RunData(sources: loaded.sources, procedure: procedure)
      do {
        for json in try data.proposals(proposal).0 {
          added.take(Findings(Self.faults(in: json, procedure), in: data.sources))
        }
      } catch {
        added.take(error)
      }
    }
    return Findings((findings.diagnostics + added.found).uniqued(), in: added.sources, hiddenCount: findings.hiddenCount)
  }

  private static func faults(in proposal: LocatedJSON, _ procedure: RunProcedure) -> [Diagnostic] {
    do throws(DataFaults) {
      _ = try procedure.readable(proposal)
      return []
    } catch {
      return error.listed(at: proposal.span).map { ProposalShapeFault.misfit($0.message, nearest: $0.nearest, at: $0.span) }
    }
  }
}

/// Findings about trials, with spans in the complete files. A reader of a context keeps only the faulty lines, so its line
/// numbers are right, but its offsets are not.
private struct TrialFindings {
  private(set) var sources: SourceMap
  private(set) var found: [Diagnostic] = []
  private var files: [String: SourceFile] = [:]

  init(_ sources: SourceMap) { self.sources = sources }

  mutating func add(_ text: SourceText) {
    if files[text.path] == nil { files[text.path] = sources.add(path: text.path, bytes: text.bytes) }
  }

  mutating func take(_ findings: Findings) {
    for finding in findings.diagnostics {
      guard let span = original(finding.span, findings.sources) else { continue }
      var moved = finding
      moved.span = span
      moved.notes = finding.notes.compactMap { note in
        original(note.span, findings.sources).map { Diagnostic.Note(note.message, at: $0) }
      }
      moved.fixes = finding.fixes.compactMap { fix in
        let edits = fix.edits.compactMap { edit in
          original(edit.span, findings.sources).map { Diagnostic.Edit($0, edit.replacement) }
        }
        return edits.count == fix.edits.count ? Diagnostic.Fix(fix.title, edits, isSafe: fix.isSafe) : nil
      }
      found.append(moved)
    }
  }

  /// Returns the same span in the complete file; `nil` for a span in another file.
  private func original(_ span: Span, _ sources: SourceMap) -> Span? {
    guard let part = sources.file(span.file), let file = files[part.path] else { return nil }
    func offset(_ place: Int32) -> Int {
      let line = min(part.position(at: Int(place)).line, part.lineStarts.count, file.lineStarts.count) - 1
      return min(Int(file.lineStarts[line]) + Int(place) - Int(part.lineStarts[line]), file.bytes.count)
    }
    return Span(file: file.id, start: offset(span.start), end: offset(span.end))
  }
}
