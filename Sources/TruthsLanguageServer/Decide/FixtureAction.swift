import Truths
import TruthsJSON
import TruthsProgram
import TruthsText

/// The code action that saves the scratch proposal as a fixture.
extension LanguageServer {
  /// Returns an action that writes the scratch proposal as a fixture into a new file. It is offered in the proposal, and in a
  /// file with rules beside which the proposal is shown.
  func fixtureOfScratch(_ place: DocumentPlace) -> JSONValue? {
    let project = place.project
    guard client.createsFiles, let cases = project.wholeCases, let story = try? cases.scratch?.get() else { return nil }
    if place.path != ScratchFiles.proposal {
      guard let file = place.file, project.rules(in: file).contains(where: { project.shownCase(beside: $0) == .scratch }) else {
        return nil
      }
    }
    guard
      let intent = project.program.intents.first(where: { $0.isProposed(by: story.action) })
    else { return nil }
    let taken = Set(cases.ids).union(project.fixtureIndex.fixtures.map(\.id))
    var number = 1
    func id() -> String { "\(intent.pack).\(intent.name).\(number)" }
    func path() -> String { "Fixtures/\(intent.pack)/\(id()).json" }
    while taken.contains(id()) || project.bytes(of: path()) != nil { number += 1 }
    guard let fixture = cases.fixtureOfScratch(path: path()) else { return nil }
    let uri = project.uri(of: path())
    let start = LinePosition.zero
    let text = String(decoding: fixture.bytes, as: UTF8.self)
    let insertion: JSONValue = .object(["range": ProtocolRange(start, start).json, "newText": .text(text)])
    let changes: [JSONValue] = [
      .object(["kind": .text("create"), "uri": .text(uri)]),
      .object([
        "textDocument": .object(["uri": .text(uri), "version": .null]), "edits": .array([insertion]),
      ]),
    ]
    return .object([
      "title": .text("write the scratch proposal as the fixture \(id())"), "kind": .text("refactor.rewrite"),
      "edit": .object(["documentChanges": .array(changes)]),
    ])
  }
}
