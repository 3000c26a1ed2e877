import Foundation
import Testing
import TruthsAnswers
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsProgram
import TruthsSyntax
import TruthsTestSupport
import TruthsText

@testable import Truths

/// `diff` finds every seeded change of meaning in this repository's packs, and none in edits that keep the meaning (answers
/// §4.1).
@Suite("Differences that are seeded", .serialized)
struct DiffSeedTests {
  private static let isSoaking = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil

  private static let set: LoadedSet = RepositoryTexts.workspace.loaded

  /// The repository's truths with another text in the place of one file.
  private static func workspace(_ incremental: IncrementalWorkspace, _ path: String, _ bytes: [UInt8]) -> Workspace {
    incremental.update(SourceText(path: path, bytes: bytes))
    return incremental.workspace
  }

  private static func incremental() -> IncrementalWorkspace {
    let files = RepositoryTexts.own.flatMap(\.files).map { SourceText(path: $0.path, bytes: $0.bytes) }
    return IncrementalWorkspace(truths: files)
  }

  /// Returns a number of items, spread over the list.
  private static func sample<Item>(_ items: [Item], _ count: Int) -> [Item] {
    let step = max(1, items.count / count)
    return stride(from: step / 2, to: items.count, by: step).map { items[$0] }
  }

  private func changes(_ report: DifferenceReport) -> [String] {
    report.difference.sections.flatMap { section, differences in
      differences.filter { $0.kind != .same }.map { "\(section) \($0.name) \($0.kind.rawValue)" }
    }
  }

  @Test("what keeps the meaning is the same")
  func kept() throws {
    let set = Self.set
    let edits = set.units.flatMap { unit -> [(path: String, edit: MeaningRewrites.Edit)] in
      guard unit.pack != ConvergePack.name, !unit.isJobFile, let file = set.sources.file(unit.file) else { return [] }
      return MeaningRewrites.edits(of: unit, in: file, set.program).map { (file.path, $0) }
    }
    let kinds = Dictionary(grouping: edits, by: \.edit.name)
    let incremental = Self.incremental()
    var counts: [String: Int] = [:]
    for (name, edits) in kinds.sorted(by: { $0.key < $1.key }) {
      for (path, edit) in Self.sample(edits, Self.isSoaking ? 14 : 4) where Self.isSoaking || counts[name] == nil {
        let changed = Self.workspace(incremental, path, edit.bytes)
        let file = RepositoryTexts.own[0].files.first { $0.path == path }
        defer { incremental.update(SourceText(path: path, bytes: file?.bytes ?? [])) }
        // A word of a language that is edited as text may become another one: what no longer checks is no rewriting.
        if changed.loaded.diagnostics.hasErrors { continue }
        counts[name, default: 0] += 1
        let found = changes(try changed.difference(from: RepositoryTexts.workspace))
        #expect(found == [], "\(name) in \(path): \(String(decoding: edit.bytes, as: UTF8.self).difference(from: path))")
      }
    }
    #expect(counts.count >= 8, "\(counts)")
    if Self.isSoaking { #expect(counts.values.reduce(0, +) >= 80, "\(counts)") }
  }
}

extension DiffSeedTests {
  /// A change that a fixture of the repository notices is one of meaning; that fixture is not shown to `diff`. Without
  /// `TRUTHS_SOAK` fixtures are not asked, and of the changes those are taken that always are ones of meaning.
  @Test("every seeded change of meaning is found")
  func seeded() throws {
    let set = Self.set
    let packs = Self.isSoaking ? Repository.folders("Fixtures").filter { $0 != "core" } : ["delivery"]
    let paths = Self.isSoaking ? packs.flatMap { Repository.files(below: "Fixtures/\($0)", ending: ".json") } : []
    var sources = set.sources
    let files = try paths.map { SourceText(path: $0, bytes: Array(try Repository.text($0).utf8)) }
    let subject = EvalSubject(set)
    let suite = MutationSuite(set, subject, FixtureSuite(Workspace.read(files, into: &sources), against: subject))
    let mutations = suite.mutations.filter { mutation in
      packs.contains(mutation.owner.pack) && mutation.owner.kind != .source
        && (Self.isSoaking || [.dropFact, .consequence].contains(mutation.operation))
    }
    let incremental = Self.incremental()
    var (found, undecided) = (0, 0)
    for mutation in Self.sample(mutations, Self.isSoaking ? 120 : 3) {
      guard let file = set.sources.file(mutation.span.file) else { continue }
      if Self.isSoaking, suite.run([mutation], jobs: 1).mutants.first?.isKilled != true { continue }
      let changed = Self.workspace(incremental, file.path, mutation.applied(to: file.bytes))
      defer { incremental.update(SourceText(path: file.path, bytes: file.bytes)) }
      if changed.loaded.diagnostics.hasErrors { continue }
      let changes = changes(try changed.difference(from: RepositoryTexts.workspace))
      let words = "\(mutation.operation) of \(mutation.owner.id) \(mutation.part): \(file.text(mutation.span))"
      #expect(!changes.isEmpty, "\(words) is said to be the same")
      found += 1
      guard changes.allSatisfy({ $0.hasSuffix("not decided") }) else { continue }
      undecided += 1
      print("not decided: \(words) → \(mutation.replacement ?? "nothing"): \(changes)")
    }
    #expect(found >= (Self.isSoaking ? 80 : 1))
    #expect(undecided * 80 <= 5 * max(16, found), "\(undecided) of \(found)")
  }
}

extension String {
  /// The lines that a file does not have, for a message.
  fileprivate func difference(from path: String) -> String {
    let known = Set(((try? Repository.text(path)) ?? "").split(separator: "\n"))
    return split(separator: "\n").filter { !known.contains($0) }.joined(separator: "\n")
  }
}
