import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsProgram
import TruthsText

/// A truth set and fixtures in memory, as a test writes them down.
struct World {
  let set: LoadedSet
  var sources: SourceMap

  /// - Parameters:
  ///   - truths: Path below the workspace and text of each file.
  ///   - isQuiet: Whether nothing at all may be found in them; else warnings may.
  init(_ truths: [(path: String, text: String)] = [("truths/demo/demo.truths", World.demo)], isQuiet: Bool = true) {
    let set = Loader.load(truths.map { ($0.path, Array($0.text.utf8)) })
    // Sets as small as these need not watch for break-glass (T5019) or name who may adopt other rules (T5022).
    let faults = set.diagnostics.filter { isQuiet && !["T5019", "T5022"].contains($0.code) || $0.severity == .error }
    #expect(faults == [], "the test's own truths are at fault")
    self.set = set
    sources = set.sources
  }

  /// Fixture files, loaded against the truths.
  mutating func suite(_ files: [String], filter: FixtureFilter = FixtureFilter()) -> FixtureSuite {
    let read = files.enumerated().map { index, text in
      FixtureFile(sources.add(path: "Fixtures/\(index).json", bytes: Array(text.utf8)))
    }
    return FixtureSuite(read, against: EvalSubject(set), filter: filter)
  }

  /// Returns the findings about a fixture, each with the text that it points at: `T8201 desicion`.
  mutating func faults(_ fixture: String) -> [String] {
    let suite = suite([fixture])
    return suite.faulty.flatMap(\.diagnostics).inOrder().map { finding in
      "\(finding.code) \(sources.file(finding.span.file)?.text(finding.span) ?? "")"
    }
  }

  /// Returns the results of fixtures.
  mutating func results(_ files: String...) -> [FixtureResult] {
    let suite = suite(files)
    let runner = FixtureRunner(EvalSubject(set))
    return EvalResults(suite.fixtures.map { runner.run($0) } + suite.faulty).results
  }

  static let demo = """
    pack demo:
      version: 1.0.0

    policy limit:
      type: integer
      default: 3

    record guest:
      fields:
        name: text
        age: integer

    fact door.shut:
      key: [room]
      external: true
      fields:
        room: text

    fact person.greeted:
      key: [name]
      fields:
        name: text

    intent greet:
      fields:
        name: text
        room: text
        times: integer = 1
        guests: list of guest = []

    truth greeting:
      when:
        - intent: greet
      requires:
        - name exists
        - room exists
      invariants:
        - times > limit → requires_approval
        - id: demo.door_shut
          rule: door.shut → reject("The door of {room} is shut")
        - count(g in guests where g.age < 18) > 0 → warn("There are children")
      produces:
        - fact.person.greeted
        - trace.greeting

    """
}
