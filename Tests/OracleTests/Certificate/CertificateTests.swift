import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A set with its findings and its printed certificate.
struct Certified {
  let units: [SourceUnit]
  let codes: Set<String>
  let certificate: JSONObject

  init(_ files: [(path: String, text: String)]) {
    let loaded = Loader.load(files.map { (path: $0.path, bytes: Array($0.text.utf8)) })
    units = loaded.units
    codes = Set(loaded.diagnostics.filter { $0.severity == .error }.map(\.code.description))
    certificate = ConvergenceCertificate.record.object(of: Checker.certificate(of: loaded.units))
  }

  init(_ declarations: [String]) { self.init([("truths/demo/demo.truths", ClosingRules.set(declarations))]) }

  /// Whether the checker refuses it because it need not end, or would not end in one result.
  var isRefused: Bool { !codes.isDisjoint(with: ["T4101", "T4102"]) }

  /// Whether the set has no other errors.
  var isWhole: Bool { codes.allSatisfy { ["T4101", "T4102"].contains($0) || $0.hasPrefix("T43") } }

  var faults: [String] { CertificateChecker.faults(of: certificate, for: units) }
}

/// A certificate proves that a set converges, and a reader who does not trust the checker can verify it (declarations §6).
@Suite("Certificates")
struct CertificateTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The files below a folder that are part of truth sets, by their paths from the repository.
  private static func files(below folder: String) throws -> [(path: String, text: String)] {
    let base = root.appending(path: folder)
    let names = try #require(FileManager.default.enumerator(atPath: base.path)).compactMap { $0 as? String }
    return try names.sorted().filter { $0.hasSuffix(".truths") || $0.hasSuffix(".jtbd") }.map { name in
      ("\(folder)/\(name)", try String(contentsOf: base.appending(path: name), encoding: .utf8))
    }
  }

  @Test func thePacks() throws {
    let packs = Certified(try Self.files(below: "truths") + Self.files(below: "jtbd"))
    #expect(packs.codes.isEmpty)
    #expect(packs.faults == [])
    #expect(packs.certificate["strata"]?.arrayValue?.count ?? 0 > 1)
  }

  /// The certificates of all archives in the corpus whose set is valid in the archive.
  @Test func theCorpus() throws {
    let folder = Self.root.appending(path: "Tests/Corpus")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    var (accepted, refused) = (0, 0)
    for name in names.sorted() where name.hasSuffix(".txt") {
      guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8) else { continue }
      let set = Certified(Self.files(in: text))
      guard set.isWhole, set.units.count > 1 else { continue }
      #expect(set.faults.isEmpty == !set.isRefused, "\(name): \(set.faults)")
      if set.isRefused { refused += 1 } else { accepted += 1 }
    }
    #expect(accepted > 50 && refused > 0)
  }

  private static func files(in archive: String) -> [(path: String, text: String)] {
    var files: [(path: String, text: String)] = []
    var isFile = false
    for line in archive.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        let path = line.dropFirst("-- file ".count).dropLast(" --".count)
        isFile = line.hasPrefix("-- file ") && (path.hasPrefix("truths/") || path.hasPrefix("jtbd/"))
        if isFile { files.append((String(path), "")) }
      } else if isFile {
        files[files.count - 1].text += line + "\n"
      }
    }
    return files
  }

  @Test("the samples of the pages about convergence", arguments: ["T4101", "T4102", "T4104", "T4205"])
  func pages(code: String) throws {
    let page = try #require(DiagnosticRegistry.page(for: DiagnosticCode(code)))
    for (sample, isWrong) in page.wrong.map({ ($0, true) }) + page.right.map({ ($0, false) }) {
      let set = Certified(sample.files)
      #expect(set.isRefused == (isWrong && ["T4101", "T4102"].contains(code)))
      #expect(set.faults.isEmpty == !set.isRefused, "\(set.faults)")
    }
  }

  @Test("generated sets", arguments: 0..<4)
  func generated(part: Int) {
    var (accepted, cycles, strata) = (0, 0, 0)
    let count = 40 * Soak.factor
    for seed in 700_000 + part * count..<700_000 + (part + 1) * count {
      let set = Certified(Generator.sample(seed: seed, features: .all).files.map { ($0.path, $0.text) })
      guard set.isWhole else { continue }
      #expect(set.faults.isEmpty == !set.isRefused, "seed \(seed): \(set.faults)")
      accepted += 1
      cycles += set.certificate["cycles"]?.arrayValue?.count ?? 0
      strata = max(strata, set.certificate["strata"]?.arrayValue?.count ?? 0)
    }
    #expect(accepted > 25 && cycles > 3 && strata > 1)
  }

  // MARK: Refused sets

  private static let base = ClosingRules.facts("a.seen", "b.seen", "c.seen") + [ClosingRules.door]
  private static let seed = ClosingRules.external("seed.sown", ["k: text", "m: text"], key: ["k"])

  /// Sets that need not end, or would not end in one result; each with the code that refuses it.
  static let refusedSets: [(code: String, declarations: [String])] = [
    ("T4101", base + [seed, ClosingRules.truth("x", on: ["seed.sown"], if: "not a.seen", makes: ["fact.a.seen"])]),
    (
      "T4101",
      base + [
        seed, ClosingRules.truth("x", on: ["seed.sown"], if: "not a.seen", makes: ["fact.b.seen"]),
        ClosingRules.truth("y", on: ["b.seen"], makes: ["fact.a.seen"]),
      ]
    ),
    (
      "T4101",
      base + [
        seed, ClosingRules.truth("x", on: ["seed.sown"], lets: ["n: count(e in a.seen)"], if: "n < 3", makes: ["fact.b.seen"]),
        ClosingRules.truth("y", on: ["b.seen"], makes: ["fact.a.seen"]),
      ]
    ),
    (
      "T4101",
      base + [
        seed, ClosingRules.truth("x", on: ["seed.sown"], if: "door.state != one", makes: ["fact.a.seen"]),
        ClosingRules.truth("y", on: ["a.seen"], makes: [], moves: "start → one"),
      ]
    ),
    (
      "T4101",
      base + [
        seed, ClosingRules.truth("x", on: ["seed.sown"], if: "not a.seen", makes: [], moves: "start → one"),
        ClosingRules.truth("y", on: ["seed.sown"], makes: ["fact.a.seen"], moves: "one → two"),
      ]
    ),
    (
      "T4102",
      base + [
        seed, ClosingRules.produced("d.seen", ["k: text", "m: text"], key: ["k"]),
        ClosingRules.truth("x", on: ["d.seen"], makes: ["fact.a.seen"]),
        ClosingRules.truth("y", on: ["a.seen"], makes: ["correction.d.seen:", "    m: '\"x\"'"]),
        ClosingRules.truth("z", on: ["seed.sown"], makes: ["fact.d.seen"]),
        ClosingRules.truth("w", on: ["a.seen"], makes: ["fact.d.seen:", "    m: '\"y\"'"]),
      ]
    ),
    (
      "T4102",
      base + [
        seed, ClosingRules.produced("d.seen", ["k: text", "m: text"], key: ["k"]),
        ClosingRules.truth("x", on: ["seed.sown"], makes: ["fact.d.seen"]),
        ClosingRules.truth("y", on: ["d.seen"], makes: ["correction.d.seen:", "    m: '\"{m}x\"'"]),
      ]
    ),
    (
      "T4102",
      base + [seed, ClosingRules.truth("x", on: ["a.seen"], makes: ["fact.a.seen:", "    k: '\"{k}x\"'"])]
    ),
    (
      "T4102",
      base + [
        seed, ClosingRules.produced("d.seen", ["k: text", "m: text"], key: ["k"]),
        ClosingRules.truth("x", on: ["seed.sown"], makes: ["fact.d.seen"]),
        ClosingRules.truth("y", on: ["d.seen"], makes: ["fact.d.seen:", "    k: m", "    m: lower(m)"]),
      ]
    ),
    (
      "T4102",
      base + [
        seed, ClosingRules.truth("x", on: ["seed.sown"], makes: ["fact.a.seen"]),
        ClosingRules.truth("y", on: ["a.seen"], makes: ["fact.b.seen"], moves: "start → one"),
        ClosingRules.truth("z", on: ["b.seen"], makes: ["fact.a.seen"]),
      ]
    ),
    (
      "T4102",
      [
        seed, ClosingRules.lamp, ClosingRules.truth("x", on: ["seed.sown"], makes: [], moves: "off → on", of: "lamp"),
        ClosingRules.truth("y", on: ["seed.sown"], makes: [], moves: "on → off", of: "lamp"),
      ]
    ),
  ]

  @Test("no certificate of a set that is refused proves anything", arguments: refusedSets.indices)
  func refused(index: Int) {
    let (code, declarations) = Self.refusedSets[index]
    let set = Certified(declarations)
    #expect(set.codes.contains(code) && set.isRefused && set.isWhole)
    #expect(!set.faults.isEmpty)
    // No other claim about the strata of its truths proves anything, either.
    for claim in Forged.everyPlacing(of: set) {
      #expect(!CertificateChecker.faults(of: claim, for: set.units).isEmpty)
    }
  }

  // MARK: Forgeries

  /// Two strata, a cycle of two truths, and a lifecycle that is moved through three states.
  private static let whole = [
    ClosingRules.external("link.known", ["j: text", "k: text"], key: ["j", "k"]),
    ClosingRules.produced("link.far", ["j: text", "k: text"], key: ["j", "k"]),
    ClosingRules.produced("link.mid", ["j: text", "k: text"], key: ["j", "k"]),
    ClosingRules.truth("near", on: ["link.known"], makes: ["fact.link.far"]),
    ClosingRules.truth("far", on: ["link.far"], makes: ["fact.link.mid"]),
    ClosingRules.truth("mid", on: ["link.mid"], makes: ["fact.link.far:", "    j: k", "    k: j"]), ClosingRules.door,
    ClosingRules.truth("opening", on: ["link.known"], if: "not link.mid", makes: [], moves: "start → one"),
    ClosingRules.truth("leaving", on: ["link.known"], makes: [], moves: "one → two"),
  ]

  @Test func forgeriesAreRefused() {
    let set = Certified(Self.whole)
    #expect(set.codes == [])
    #expect(set.faults == [])
    for (what, forged) in Forged.all(of: set.certificate) {
      #expect(!CertificateChecker.faults(of: forged, for: set.units).isEmpty, "\(what)")
    }
  }

  /// A certificate of a set is not valid after a change of the set.
  @Test func aCertificateIsOfOneSet() throws {
    let set = Certified(Self.whole)
    let changes = [
      ("    k: j", "    k: '\"{j}x\"'"), ("    k: j", "    k: lower(j)"), ("not link.mid", "not door.entered"),
      ("start → one", "start → two"), ("one → two", "any → gone"),
      ("near:\n  when:\n    - fact: link.known", "near:\n  when:\n    - fact: link.mid"),
      ("truth near", "truth nearer"), ("fact.link.mid", "correction.link.mid"),
    ]
    for (old, new) in changes {
      let changed = Self.whole.map { $0.replacing(old, with: new) }
      #expect(changed != Self.whole, "\(old)")
      #expect(!CertificateChecker.faults(of: set.certificate, for: Certified(changed).units).isEmpty, "\(old) → \(new)")
    }
  }
}
