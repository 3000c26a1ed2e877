import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
import TruthsProgram
import TruthsText

/// A background (fixtures §2.1): the context, policies, moment and actors that fixtures of a folder share.
struct Background: Sendable {
  let name: String
  let nameSpan: Span
  let json: LocatedJSON
  /// Files that the background's file names as documents, by these names.
  let files: [Text: SourceFile]
  /// Whether the background's errors are results of their own.
  let isWanted: Bool
  /// The errors of the background.
  let faults: [Diagnostic]

  var isFaulty: Bool { !faults.isEmpty }

  /// Names of the background's actors, sorted.
  var actors: [String] { (json.member("actors")?.value.members ?? []).map(\.name.string).sorted() }

  /// Returns the actor of a name; members that the actor leaves out are those of a client that connects under the name.
  func actor(_ name: String) -> LocatedJSON? {
    guard let actor = json.member("actors")?.value.member(name)?.value, let members = actor.members else { return nil }
    let known: [(String, LocatedJSON.Kind)] = [
      ("type", .string("user")), ("user_id", .string(Text(name))), ("device_id", .string(Text(name))),
      ("org_id", .string("fixture")), ("roles", .array([])),
    ]
    let missing = known.filter { actor.member($0.0) == nil }.map { member, value in
      LocatedJSON.Member(name: Text(member), nameSpan: actor.span, value: LocatedJSON(value, at: actor.span))
    }
    return LocatedJSON(.object(members + missing), at: actor.span)
  }
}

/// The backgrounds of some fixture files, by their folders.
struct Backgrounds: Sendable {
  private var folders: [Text: [Text: Background]] = [:]
  /// The backgrounds in order of file and position.
  private var all: [Background] = []
  /// Results of backgrounds with errors in the files that are wanted.
  private(set) var faulty: [FixtureResult] = []

  /// Reads the backgrounds of files.
  ///
  /// - Parameter isWanted: whether errors in the file with this path are results of their own.
  init(_ files: [FixtureFile], _ vocabularies: inout FixtureVocabularies, where isWanted: (String) -> Bool) {
    for file in files {
      guard let json = file.json else { continue }
      for element in json.elements ?? [json] where element.isBackground {
        add(element, of: file, &vocabularies, isWanted: isWanted(file.path))
      }
    }
  }

  private mutating func add(
    _ json: LocatedJSON, of file: FixtureFile, _ vocabularies: inout FixtureVocabularies, isWanted: Bool
  ) {
    var reader = FixtureReader(
      vocabularies.vocabulary(of: json), loadedPacks: vocabularies.loadedPacks, files: file.documents)
    let name = reader.background(json)
    reader.checkContents(of: json)
    let folder = Text(Self.folder(of: file.path))
    let first = name.flatMap { folders[folder]?[Text($0)] }
    let span = json.member("name")?.value.span ?? json.span
    if let first { reader.findings.append(DuplicateFixtureID.background(first.name, at: span, first: first.nameSpan)) }
    // Warnings are told with the fixtures, which may replace what they are about.
    let faults = reader.findings.hasErrors ? reader.findings : []
    if isWanted, !faults.isEmpty {
      faulty.append(FixtureResult(id: nil, span: span, outcome: .didNotLoad, diagnostics: faults))
    }
    guard let name, first == nil else { return }
    let background = Background(
      name: name, nameSpan: span, json: json, files: file.documents, isWanted: isWanted, faults: faults)
    folders[folder, default: [:]][Text(name)] = background
    all.append(background)
  }

  /// Returns the wanted backgrounds that no fixture of some files names.
  func unused(by files: [FixtureFile]) -> [Background] {
    var used: Set<Span> = []
    for file in files {
      guard let json = file.json else { continue }
      for element in json.elements ?? [json] {
        guard let name = element.member("background")?.value.stringValue else { continue }
        if let background = background(name, for: file.path) { used.insert(background.nameSpan) }
      }
    }
    return all.filter { $0.isWanted && !used.contains($0.nameSpan) }
  }

  /// Returns the background of a name for fixtures of a file: the background in the file's own folder, or else in the nearest
  /// folder above.
  func background(_ name: String, for path: String) -> Background? {
    for folder in Self.folders(above: path) {
      if let found = folders[Text(folder)]?[Text(name)] { return found }
    }
    return nil
  }

  /// Returns the names of the backgrounds that fixtures of a file may use, sorted.
  func names(for path: String) -> [String] {
    Self.folders(above: path).flatMap { folders[Text($0)].map { $0.values.map(\.name) } ?? [] }.uniqued().sorted()
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }

  /// Returns the folders of a path, the innermost first.
  private static func folders(above path: String) -> [String] {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (0...parts.count).reversed().map { parts.prefix($0).joined(separator: "/") }
  }
}

extension FixtureReader {
  /// Checks the form of a background.
  ///
  /// - Returns: its name.
  mutating func background(_ json: LocatedJSON) -> String? {
    checkFields(of: json, known: FixtureShape.background.names, place: "a background")
    _ = optionalText("description", of: json)
    for member in json.member("actors").flatMap({ object($0.value, "actors") }) ?? [] {
      check(member.value, AssertionForm.actor, path: "actors.\(member.name)")
    }
    return required("name", of: json, "the background").flatMap { text($0, "name") }
  }

  /// Reports errors in a background's moment, policies and context, which are read like those of a fixture.
  mutating func checkContents(of json: LocatedJSON) {
    _ = now(of: json)
    _ = context(of: json)
  }

  /// Returns a fixture with its background in it: the fixture's own values follow the background's values, or replace them. The
  /// result names no background.
  mutating func joined(_ json: LocatedJSON, with background: Background) -> LocatedJSON {
    guard let own = json.members else { return json }
    var members = own.filter { !["background", "now", "policies", "context"].contains($0.name.string) }
    for name in ["now", "policies", "context"] {
      let (shared, ownMember) = (background.json.member(name), json.member(name))
      guard var member = ownMember ?? shared else { continue }
      if let shared, let ownMember {
        switch name {
        case "policies": member.value = Self.joined(ownMember.value, with: shared.value)
        case "context": member.value = joined(context: ownMember.value, with: shared.value, of: background)
        default: break
        }
      } else if ownMember == nil, name == "context" {
        member.value = joined(context: LocatedJSON(.object([]), at: member.value.span), with: member.value, of: background)
      }
      members.append(member)
    }
    return LocatedJSON(.object(members.map { withActors($0, background) }), at: json.span)
  }

  /// Returns an object with the members of a shared one that it does not have itself, before its own.
  private static func joined(_ given: LocatedJSON, with shared: LocatedJSON) -> LocatedJSON {
    guard let own = given.members, let others = shared.members else { return given }
    let names = Set(own.map(\.name))
    return LocatedJSON(.object(others.filter { !names.contains($0.name) } + own), at: given.span)
  }

  private mutating func joined(
    context ownContext: LocatedJSON, with shared: LocatedJSON, of background: Background
  ) -> LocatedJSON {
    var shared = shared
    if let documents = shared.member("documents")?.value {
      shared = shared.replacing("documents", with: named(documents, background))
    }
    guard let own = ownContext.members, shared.members != nil else { return ownContext }
    var joined = Self.joined(ownContext, with: shared)
    if let facts = shared.member("facts")?.value.elements, let mine = own.first(where: { $0.name == "facts" })?.value,
      let elements = mine.elements
    {
      let identities = Set(elements.compactMap { vocabulary.identity(ofFact: $0) })
      let kept = facts.filter { vocabulary.identity(ofFact: $0).map { !identities.contains($0) } ?? true }
      joined = joined.replacing("facts", with: LocatedJSON(.array(kept + elements), at: mine.span))
    }
    if let documents = shared.member("documents")?.value, let mine = ownContext.member("documents")?.value {
      joined = joined.replacing("documents", with: Self.joined(mine, with: documents))
    }
    return joined
  }

  /// Returns documents of a background with names of their files that differ from all that the fixture's file may write.
  private mutating func named(_ documents: LocatedJSON, _ background: Background) -> LocatedJSON {
    guard let members = documents.members else { return documents }
    let renamed = members.map { member -> LocatedJSON.Member in
      guard let path = member.value.stringValue, let file = background.files[Text(path)] else { return member }
      var member = member
      let name = Text("//\(file.path)")
      files[name] = file
      member.value = LocatedJSON(.string(name), at: member.value.span)
      return member
    }
    return LocatedJSON(.object(renamed), at: documents.span)
  }

  /// Returns a member of a fixture with the actors of the background in the places of their names.
  private mutating func withActors(_ member: LocatedJSON.Member, _ background: Background) -> LocatedJSON.Member {
    var member = member
    switch member.name.string {
    case "proposal":
      member.value = withActor(member.value, background)
    case "scenario":
      guard let steps = member.value.elements else { break }
      member.value = LocatedJSON(.array(steps.map { connected($0, background) }), at: member.value.span)
    default: break
    }
    return member
  }

  /// Returns a step; a client that connects without an actor is the background's actor of its name.
  private mutating func connected(_ step: LocatedJSON, _ background: Background) -> LocatedJSON {
    guard let connect = step.member("connect")?.value, let members = connect.members else { return step }
    if connect.member("actor") != nil { return step.replacing("connect", with: withActor(connect, background)) }
    guard let name = (connect.member("as") ?? step.member("as"))?.value, let client = name.stringValue,
      let actor = background.actor(client)
    else { return step }
    let added = LocatedJSON.Member(name: "actor", nameSpan: name.span, value: actor)
    return step.replacing("connect", with: LocatedJSON(.object(members + [added]), at: connect.span))
  }

  /// Returns an object with the actor that its `actor` names. Without such an actor it has none, and the name is reported.
  private mutating func withActor(_ json: LocatedJSON, _ background: Background) -> LocatedJSON {
    guard let given = json.member("actor")?.value, let name = given.stringValue else { return json }
    if let actor = background.actor(name) { return json.replacing("actor", with: actor) }
    findings.append(UnknownFixtureWord.actor(name, of: background.name, known: background.actors, at: given.span))
    return LocatedJSON(.object((json.members ?? []).filter { $0.name != "actor" }), at: json.span)
  }
}

extension LocatedJSON {
  /// Whether an element of a fixture file is a background: it has a name, and nothing that only fixtures have.
  package var isBackground: Bool {
    member("name") != nil && ["id", "proposal", "scenario", "expected"].allSatisfy { member($0) == nil }
  }
}

/// The type and key of a fact in a context, or the instance of a lifecycle's state.
private struct FactIdentity: Hashable {
  let type: Text
  let key: [Part?]

  /// A value of the key: as its field holds it, or as it is written where the field cannot hold it.
  enum Part: Hashable {
    case held(Value)
    case written(JSONValue)
  }
}

extension FixtureVocabulary {
  /// Returns the identity of a fact in short form or as an entry; `nil` for what has no key or no known type.
  fileprivate func identity(ofFact json: LocatedJSON) -> FactIdentity? {
    let payload = json.member("entry_type") == nil ? json : json.member("payload")?.value ?? json
    guard let type = payload.member("type")?.value.stringValue, let fact = program.facts.first(where: { $0.name == type }),
      !fact.key.isEmpty
    else { return nil }
    // All states of an instance are replaced together.
    let key = fact.lifecycle.map { program.lifecycles[$0].key } ?? fact.key.map { fact.fields[$0] }
    let parts = key.map { field in payload.member(field.jsonName).map { identityPart($0.value, of: field) } }
    return FactIdentity(type: Text(type), key: parts)
  }

  private func identityPart(_ json: LocatedJSON, of field: Field) -> FactIdentity.Part {
    var decoder = ValueDecoder(program: program)
    let value = decoder.value(json, as: field.type, path: "")
    return decoder.faults.isEmpty ? .held(value) : .written(json.value)
  }
}

extension LocatedJSON {
  /// Returns an object with another value of one of its members.
  fileprivate func replacing(_ name: String, with value: LocatedJSON) -> LocatedJSON {
    guard let members else { return self }
    let wanted = Text(name)
    return LocatedJSON(
      .object(
        members.map { member in
          member.name == wanted ? LocatedJSON.Member(name: member.name, nameSpan: member.nameSpan, value: value) : member
        }), at: span)
  }
}
