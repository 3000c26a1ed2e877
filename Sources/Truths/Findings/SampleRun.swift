package import TruthsDiagnostics

/// What a user sees who does with a sample what its page says.
package enum SampleRun {
  /// The day on which samples are looked at, so that a page reads the same every day.
  private static let day = "2026-06-01"

  /// The findings of a sample.
  package static func findings(of sample: DiagnosticSample) -> Findings {
    let files = sample.files.enumerated().map { index, file in
      SourceText(path: file.path, bytes: index == 0 ? sample.bytes?() ?? Array(file.text.utf8) : Array(file.text.utf8))
    }
    if let pack = files.first(where: { TruthPack.isPath($0.path) }) { return findings(of: pack) }
    let truths = files.filter { $0.path.hasSuffix(".truths") || $0.path.hasSuffix(".jtbd") }
    let workspace = Workspace(truths: truths, today: day)
    let found = workspace.check(fixtures: files.filter { $0.path.hasPrefix("Fixtures/") })
    guard sample.action != .check, !found.hasErrors, let proposal = files.first(where: { $0.path == "proposal.json" }) else {
      return found
    }
    var input = RunInput(proposals: proposal)
    input.context = files.first { $0.path == "context.jsonl" }
    input.documents = sample.documents.map { name, path in
      let file = files.first { $0.path == path } ?? SourceText(path: path, bytes: [])
      return DocumentInput(setting: "\(name)=\(path)", content: .text(file))
    }
    input.actor = files.first { $0.path == "actor.json" }.map { .known($0) }
    if sample.action == .append { (input.isAppending, input.now, input.actor) = (true, "proposal", .proposal) }
    if sample.action == .runWithLittleWork { input.maxWork = 100 }
    do {
      _ = try workspace.run(input)
      return found
    } catch {
      return error
    }
  }

  /// The findings of a bundle, and of the set in it.
  private static func findings(of pack: SourceText) -> Findings {
    do {
      return try TruthPack(pack).workspace(today: day).check()
    } catch {
      return error
    }
  }

  /// The report of a sample's findings; `nil` where there are none.
  static func output(of sample: DiagnosticSample) -> String? {
    let text = findings(of: sample).text()
    return text.isEmpty ? nil : text
  }
}
