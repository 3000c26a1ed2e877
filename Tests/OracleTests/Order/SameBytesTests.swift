import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Layout changes no output: any order of files, declarations and clauses, and any number of threads, give equal bytes.
@Suite("Same bytes")
struct SameBytesTests {
  @Test("files and declarations in any order, and spread over other files, say the same", arguments: 0..<5)
  func shuffled(part: Int) throws {
    var programs = 0
    for seed in 400_000 + part * 24..<400_000 + (part + 1) * 24 {
      let sample = Generator.sample(seed: seed, features: .all)
      var chance = Chance(seed)
      guard let plain = Written(sample), let turned = Written(sample.turned(&chance)) else { continue }
      programs += 1
      #expect(turned.truths == plain.truths, "seed \(seed)")
      #expect(turned.declarations == plain.declarations, "seed \(seed)")
      #expect(try turned.runs() == plain.runs(), "seed \(seed)")
    }
    #expect(programs >= 7)
  }

  @Test("the order in which files are given decides nothing at all", arguments: 0..<3)
  func files(part: Int) throws {
    for seed in 500_000 + part * 20..<500_000 + (part + 1) * 20 {
      var sample = Generator.sample(seed: seed, features: .all)
      guard let plain = Written(sample) else { continue }
      var chance = Chance(seed)
      chance.shuffle(&sample.files)
      let turned = try #require(Written(sample))
      #expect(turned.findings == plain.findings)
      #expect(try turned.runs(withPlaces: true) == plain.runs(withPlaces: true), "seed \(seed)")
    }
  }

  @Test("many threads on one truth set and context give what one gives", arguments: 0..<3)
  func threads(part: Int) async throws {
    for seed in 600_000 + part * 12..<600_000 + (part + 1) * 12 {
      guard let plain = Written(Generator.sample(seed: seed, features: .all)) else { continue }
      let alone = try plain.runs(withPlaces: true)
      let together = try await withThrowingTaskGroup { group in
        for _ in 0..<4 { group.addTask { try plain.runs(withPlaces: true) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(together.allSatisfy { $0 == alone }, "seed \(seed)")
    }
  }
}

/// A sample in files, with the output of its proposals.
struct Written: Sendable {
  let sample: Sample
  let procedure: RunProcedure
  let context: Context
  let findings: [String]

  /// `nil` for a sample with errors.
  init?(_ sample: Sample) {
    let loaded = Loader.load(sample.files.map { (path: $0.path, bytes: Array($0.text.utf8)) })
    guard !loaded.diagnostics.hasErrors else { return nil }
    self.sample = sample
    procedure = RunProcedure(program: loaded.program)
    findings = loaded.diagnostics.map { "\($0.code) \(loaded.sources.start(of: $0.span)) \($0.message)" }
    guard let context = try? procedure.context(from: Trial.entries(sample.context)) else { return nil }
    self.context = context
  }

  var truths: String { procedure.truthsHash }

  var declarations: [[UInt8]] {
    procedure.program.declarations.map { Array($0.key.text.utf8) + $0.body.canonical() }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
  }

  /// Returns the output of the proposals in order, without the positions of clauses where these may differ.
  func runs(withPlaces: Bool = false) throws -> [[UInt8]] {
    var context = context
    return try sample.proposals.map { text in
      let outcome = try procedure.run(RunRequest(proposal: try Trial.json(text), now: Trial.now), on: context)
      context = outcome.context
      return JSONValue.object(outcome.json { withPlaces ? "\($0.file.index):\($0.start)" : "" }).pretty()
    }
  }
}

extension Sample {
  /// Returns a sample with its declarations in another order, some of them in other files of their packs.
  func turned(_ chance: inout Chance) -> Sample {
    var moved: [String: [String]] = [:]
    for file in files {
      for declaration in file.declarations {
        // An id that is written does not depend on the file; one that is not, does.
        let hasNameOfFile = ["truth ", "invariant "].contains { declaration.hasPrefix($0) } && !declaration.contains("\n  id: ")
        let pack = file.path.split(separator: "/")[1]
        let path = hasNameOfFile || chance.percent(50) ? file.path : "truths/\(pack)/\(pack).part\(chance.below(3)).truths"
        moved[path, default: []].append(declaration)
      }
    }
    var turned = self
    turned.files = moved.sorted { $0.key < $1.key }.map { file in
      var declarations = file.value
      chance.shuffle(&declarations)
      return File(path: file.key, declarations: declarations)
    }
    chance.shuffle(&turned.files)
    return turned
  }
}
