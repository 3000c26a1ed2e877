import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Code lenses above rules and fixtures, and the command that runs fixtures.
extension LanguageServer {
  /// Answers `textDocument/codeLens`: above each rule, the fixtures that read it with their outcomes, the coverage of its
  /// clauses, and the case shown beside them; above each fixture, its outcome.
  func codeLenses(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let place = try document(parameters, "textDocument/codeLens")
    guard let file = text(of: place) else { return .null }
    let fixtures = place.project.fixtureIndex
    let cases = place.project.wholeCases
    if !ServedProject.isTruths(place.path) {
      return .array(
        fixtures.fixtures.filter { $0.path == place.path }.map { fixture in
          let title = cases?.results[fixture.id].map { "\($0.mark) \($0.outcome.rawValue): run" } ?? "run"
          return lens(title, running: [fixture.id], fixture.span, file, place.project)
        })
    }
    let flow = RuleFlow(place.project)
    let truths = Dictionary(first: place.project.program.truths.map { ($0.id, $0) })
    return .array(
      place.project.rules(in: file).sorted { $0.span < $1.span }.flatMap { rule in
        var ids = truths[rule.id].map { fixtures.ids(using: flow.triggers(of: $0)) }
        if let cases, cases.isDone { ids = cases.fixtures(reading: rule.places) }
        let title = ids.map { self.title($0, rule, cases) }
        return (title.map { [lens($0, running: ids ?? [], rule.span, file, place.project)] } ?? [])
          + caseLenses(rule, file, place.project)
      })
  }

  private func title(_ ids: [String], _ rule: ServedRule, _ cases: ServedCases?) -> String {
    let count = counted(ids.count, "fixture")
    guard !ids.isEmpty else { return "no fixture reads this" }
    guard let cases, ids.allSatisfy({ cases.results[$0] != nil }) else { return "\(count): run" }
    let failed = cases.failures(among: ids).count
    let outcome = failed == 0 ? "✓ \(count)" : "✗ \(failed) of \(count) failed"
    guard cases.isDone, !rule.clauses.isEmpty else { return outcome }
    let covered = rule.clauses.count { cases.missing(of: $0).isEmpty }
    return "\(outcome) · \(covered) of \(rule.clauses.count) clauses covered"
  }

  private func lens(
    _ title: String, running ids: [String], _ span: Span, _ file: SourceFile, _ project: ServedProject
  ) -> JSONValue {
    let arguments: [JSONValue] = [.text(project.root), .texts(ids)]
    return lens(title, ids.isEmpty ? nil : (FixtureCommand.name, arguments), span, file)
  }

  /// Returns a code lens as JSON: a title above a line, with or without a command.
  ///
  /// - Parameter command: the command of a click, with its arguments; `nil` for none.
  func lens(
    _ title: String, _ command: (name: String, arguments: [JSONValue])?, _ span: Span, _ file: SourceFile
  ) -> JSONValue {
    let told: JSONObject = ["title": .text(title), "command": .text(command?.name ?? "")]
    return .object([
      "range": range(of: span, in: file).json, "command": .object(told.with("arguments", command.map { .array($0.arguments) })),
    ])
  }

  /// Returns the command of `workspace/executeCommand`. It runs outside of the server, and its response follows later.
  func command(_ id: JSONValue, _ parameters: JSONValue) throws(ResponseError) -> FixtureCommand {
    let method = "workspace/executeCommand"
    guard parameters["command"]?.stringValue == FixtureCommand.name else {
      throw ResponseError(.invalidParams, "\(method): the commands are \(FixtureCommand.name) and \(ShowCaseCommand.name)")
    }
    guard let arguments = parameters["arguments"]?.arrayValue, arguments.count == 2, let root = arguments[0].stringValue,
      let ids = arguments[1].arrayValue?.compactMap(\.stringValue), let project = projects.first(where: { $0.root == root })
    else { throw ResponseError.parameters(of: method, lack: "arguments") }
    return FixtureCommand(id: id, workspace: project.whole, fixtures: project.fixtureTexts, ids: ids)
  }
}

/// A command that runs some fixtures and reports their outcomes.
struct FixtureCommand: Sendable {
  static let name = "truths.runFixtures"

  let id: JSONValue
  let workspace: Workspace
  let fixtures: [SourceText]
  let ids: [String]

  /// Runs the fixtures; returns the response, and the notifications with the report.
  func run() async -> [JSONValue] {
    let text: String
    let hasPassed: Bool
    do {
      let report = try await workspace.evaluate(fixtures, filter: ids)
      text = report.text()
      if case .passed = report.ending { hasPassed = true } else { hasPassed = false }
    } catch {
      text = "the set has errors, so no fixture is run\n" + error.text()
      hasPassed = false
    }
    let lines = text.split(separator: "\n")
    let summary = String((hasPassed ? lines.last : lines.first) ?? "nothing to run")
    return [
      JSONRPCMessage.notification("window/logMessage", .object(["type": .int(hasPassed ? 3 : 1), "message": .text(text)])),
      JSONRPCMessage.notification("window/showMessage", .object(["type": .int(hasPassed ? 3 : 1), "message": .text(summary)])),
      JSONRPCMessage.response(id, .object(["passed": .boolean(hasPassed), "text": .text(text)])),
    ]
  }
}

/// The fixtures of a project with the names that each contains.
struct FixtureIndex {
  struct Fixture {
    var id: String
    var path: String
    /// The span of the fixture's id.
    var span: Span
    var symbols: Set<Symbol>
  }

  private(set) var fixtures: [Fixture] = []

  init(_ project: ServedProject) {
    for fixture in project.fixtureFiles {
      guard case .success(let json) = JSONReader.read(fixture.file) else { continue }
      for one in json.elements ?? [json] {
        guard let id = one.member("id")?.value, let name = id.stringValue else { continue }
        let own = fixture.uses.filter { $0.span.start >= one.span.start && $0.span.end <= one.span.end }
        fixtures.append(Fixture(id: name, path: fixture.file.path, span: id.span, symbols: Set(own.map(\.symbol))))
      }
    }
  }

  /// Returns the ids of the fixtures that name one of some symbols. Only intents count where there are any; for a truth that
  /// facts alone fire, the facts count.
  func ids(using symbols: Set<Symbol>) -> [String] {
    let intents = symbols.filter { if case .intent = $0 { true } else { false } }
    let wanted = intents.isEmpty ? symbols : intents
    return fixtures.filter { !$0.symbols.isDisjoint(with: wanted) }.map(\.id)
  }
}
