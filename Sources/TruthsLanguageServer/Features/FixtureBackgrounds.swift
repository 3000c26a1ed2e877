import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsText

/// The backgrounds of a project's fixtures with their actors, and the places that name them (fixtures §2.1).
struct FixtureBackgrounds {
  /// A background, or an actor of one. No two of them have the same folder and names.
  struct Shared: Hashable {
    let folder: String
    let background: String
    var actor: String?

    var name: String { actor ?? background }
  }

  /// A place that names a background or an actor, without its quotes.
  struct Naming {
    let shared: Shared
    let place: NamePlace
    /// Whether the name is also the name of a client, whose actor follows from the name.
    var isOfClient = false
  }

  private let project: ServedProject
  /// The backgrounds and actors as they are written.
  private(set) var declared: [Shared: LocatedJSON] = [:]
  private var declarations: [Naming] = []

  /// - Complexity: O(bytes of the fixtures).
  init(_ project: ServedProject) {
    self.project = project
    for (path, element) in elements(in: project.fixtures.keys.sorted(), mentioning: "name") where element.isBackground {
      guard let value = element.member("name")?.value, let name = value.stringValue else { continue }
      let background = Shared(folder: Self.folder(of: path), background: name)
      declare(background, path, value.span, element)
      for member in element.member("actors")?.value.members ?? [] {
        let actor = Shared(folder: background.folder, background: name, actor: member.name.string)
        declare(actor, path, member.nameSpan, member.value)
      }
    }
  }

  private mutating func declare(_ shared: Shared, _ path: String, _ span: Span, _ json: LocatedJSON) {
    guard declared[shared] == nil else { return }
    declared[shared] = json
    declarations += Self.naming(shared, path, span, .declaration).map { [$0] } ?? []
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }

  /// Returns the fixtures and backgrounds of some files, each with the path of its file.
  private func elements(in paths: [String], mentioning member: String) -> [(path: String, json: LocatedJSON)] {
    let text = Array("\"\(member)\"".utf8)
    return paths.flatMap { path -> [(path: String, json: LocatedJSON)] in
      guard let bytes = project.fixtures[path], bytes.offset(of: text) != nil,
        case .success(let json) = JSONReader.read(SourceFile(id: FileID(-1), path: path, bytes: bytes))
      else { return [] }
      return (json.elements ?? [json]).map { (path, $0) }
    }
  }

  // MARK: Names

  /// Returns the backgrounds that fixtures of a file may name, the nearest first.
  func backgrounds(for path: String) -> [Shared] {
    declared.keys.filter { shared in
      shared.actor == nil && (shared.folder.isEmpty || path.hasPrefix(shared.folder + "/"))
    }.sorted { ($1.folder.utf8.count, $0.background) < ($0.folder.utf8.count, $1.background) }
      .uniqued(on: \.background)
  }

  /// Returns the actors of a background by its name, in order.
  func actors(of background: String, for path: String) -> [Shared] {
    guard let owner = backgrounds(for: path).first(where: { $0.background == background }) else { return [] }
    return declared.keys.filter { $0.actor != nil && $0.folder == owner.folder && $0.background == background }
      .sorted { $0.name < $1.name }
  }

  /// Returns every place that names a background or an actor, in some files or in all.
  func namings(in path: String? = nil) -> [Naming] {
    let paths = path.map { [$0] } ?? project.fixtures.keys.sorted()
    let uses = elements(in: paths, mentioning: "background").flatMap { path, element -> [Naming] in
      guard !element.isBackground, let value = element.member("background")?.value, let name = value.stringValue,
        let background = backgrounds(for: path).first(where: { $0.background == name })
      else { return [] }
      return [Self.naming(background, path, value.span)].compactMap(\.self) + actors(in: element, of: background, path)
    }
    return declarations.filter { path == nil || $0.place.path == path } + uses
  }

  private func actors(in fixture: LocatedJSON, of background: Shared, _ path: String) -> [Naming] {
    func naming(_ json: LocatedJSON?, isOfClient: Bool = false) -> Naming? {
      guard let json, let name = json.stringValue else { return nil }
      let actor = Shared(folder: background.folder, background: background.background, actor: name)
      return declared[actor] == nil ? nil : Self.naming(actor, path, json.span, isOfClient: isOfClient)
    }
    let steps = (fixture.member("scenario")?.value.elements ?? []).map { step -> Naming? in
      guard let connect = step.member("connect")?.value else { return nil }
      if let actor = connect.member("actor")?.value { return naming(actor) }
      return naming((connect.member("as") ?? step.member("as"))?.value, isOfClient: true)
    }
    return ([naming(fixture.member("proposal")?.value.member("actor")?.value)] + steps).compactMap(\.self)
  }

  /// Returns the place of a name; `nil` where its text has escapes, so that the position of the name is unknown.
  private static func naming(
    _ shared: Shared, _ path: String, _ span: Span, _ role: NameUse.Role = .use, isOfClient: Bool = false
  ) -> Naming? {
    guard Int(span.end - span.start) == shared.name.utf8.count + 2 else { return nil }
    let inner = Span(file: span.file, start: Int(span.start) + 1, end: Int(span.end) - 1)
    return Naming(shared: shared, place: NamePlace(path: path, span: inner, role: role), isOfClient: isOfClient)
  }

  // MARK: Words

  /// Returns what a background or an actor is, as Markdown.
  func markdown(of shared: Shared) -> String {
    guard let json = declared[shared] else { return "" }
    if shared.actor != nil {
      let text = String(decoding: json.value.compact(), as: UTF8.self)
      return "```json\n\(text)\n```\n\nAn actor of background `\(shared.background)`."
    }
    var parts = ["A background of `\(shared.folder)`."]
    if let text = json.member("description")?.value.stringValue { parts.append(text) }
    let count = json.member("context")?.value.member("facts")?.value.elements?.count ?? 0
    if count > 0 { parts.append(count == 1 ? "1 fact" : "\(count) facts") }
    let names = (json.member("actors")?.value.members ?? []).map { "`\($0.name.string)`" }
    if !names.isEmpty { parts.append("Actors: \(names.joined(separator: ", "))") }
    return parts.joined(separator: "\n\n")
  }
}

extension CursorPlace {
  /// The name of a background or an actor at a position in a fixture, with the backgrounds around it.
  var sharedName: (naming: FixtureBackgrounds.Naming, all: FixtureBackgrounds)? {
    guard project.fixtures[document.path] != nil, DataOutline(file.bytes, at: offset).mayNameShared else { return nil }
    let all = FixtureBackgrounds(project)
    let found = all.namings(in: document.path).first { naming in
      Int(naming.place.span.start) <= offset && offset <= Int(naming.place.span.end)
    }
    return found.map { ($0, all) }
  }
}

extension DataOutline {
  /// Whether the text around the position is where fixtures name backgrounds and actors; a name elsewhere costs no search.
  fileprivate var mayNameShared: Bool {
    guard textStart != nil, let last = frames.compactMap(\.member).last else { return false }
    return isName ? last == "actors" : ["actor", "as", "background", "name"].contains(last)
  }
}

/// Navigation from the names of backgrounds and actors in fixtures.
extension LanguageServer {
  /// Returns the places of the background or actor at a position, declarations first, as locations.
  func locations(ofSharedNameAt cursor: CursorPlace, where isWanted: (NamePlace) -> Bool) -> [JSONValue] {
    guard let (naming, all) = cursor.sharedName else { return [] }
    let references = ProjectReferences(project: cursor.project)
    return all.namings().filter { $0.shared == naming.shared && isWanted($0.place) }.compactMap { one in
      references.file(of: one.place).map { file in
        .object([
          "uri": .text(uri(of: one.place.path, in: cursor.project)), "range": range(of: one.place.span, in: file).json,
        ])
      }
    }
  }
}
