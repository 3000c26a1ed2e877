import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

/// The completion items in a fixture, a proposal or a context: members and values, chosen by the members around them.
struct FixtureCompletions {
  private let cursor: CursorPlace
  private let program: Program
  private let site: DataSite
  /// The pack in whose folder the fixture is, whose names come first; `nil` for a file elsewhere.
  private let pack: String?

  init(_ cursor: CursorPlace) {
    self.cursor = cursor
    program = cursor.project.program
    site = DataSite(cursor)
    let folders = cursor.document.path.split(separator: "/").dropLast().dropFirst().map(String.init)
    pack = folders.first { folder in cursor.project.program.packs.contains { $0.name == folder } }
  }

  private func rank(of pack: String, isBuiltIn: Bool) -> Int { isBuiltIn ? 7 : pack == self.pack ? 4 : 5 }

  /// The part of the text that is written before the position; `nil` outside of texts.
  var written: Span? { site.outline.textStart.map { Span(file: cursor.file.id, start: $0, end: cursor.offset) } }

  var items: [CompletionItem] {
    guard site.outline.textStart != nil else { return [] }
    return site.outline.isName ? members : values
  }

  /// The members that the object does not have yet.
  private var members: [CompletionItem] {
    var items: [CompletionItem] = []
    if let (owner, fields) = site.fields {
      items += fields.enumerated().map { place, field in
        CompletionItem(
          label: field.jsonName, kind: .field, detail: program.name(of: field, from: ""), symbol: .field(owner, place), rank: 3)
      }
    }
    if case .policies = site.place { items += policies }
    if case .documents = site.place { items += CompletionItem.documents(of: program) }
    if case .entry = site.place {
      items.append(CompletionItem(label: "type", kind: .property, detail: "The type of the fact.", rank: 2))
    }
    items += site.members.map { CompletionItem(label: $0.name, kind: .property, detail: $0.summary, rank: $0.isRequired ? 5 : 6) }
    let present = site.outline.frames.last?.members ?? [:]
    return items.uniqued(on: \.label).filter { present[$0.label] == nil }
  }

  private var values: [CompletionItem] {
    names.uniqued(on: \.label) + site.words.map { CompletionItem(label: $0, kind: .enumMember) }
  }

  /// The names of the rule set that the value may be.
  private var names: [CompletionItem] {
    switch site.place {
    case .intent:
      program.intents.enumerated().filter { !$0.element.isBuiltIn || $0.element.name == ConvergePack.adoption }.map {
        CompletionItem(
          label: $0.element.jsonName, kind: .event, detail: "intent of \($0.element.pack)", symbol: .intent($0.offset),
          rank: rank(of: $0.element.pack, isBuiltIn: $0.element.isBuiltIn))
      }
    case .factType:
      program.facts.enumerated().map {
        CompletionItem(
          label: $0.element.name, kind: .classKind, detail: "fact of \($0.element.pack)", symbol: .fact($0.offset),
          rank: rank(of: $0.element.pack, isBuiltIn: $0.element.isBuiltIn))
      }
    case .rule: CompletionItem.rules(of: program)
    case .pack: program.packs.map { CompletionItem(label: $0.name, kind: .module, symbol: .pack($0.name)) }
    case .role: CompletionItem.roles(of: cursor.project)
    case .policy: policies
    case .background: backgrounds
    case .actor: actors
    case .value(.enumeration(let index)), .value(.list(.enumeration(let index))):
      program.enums[index].jsonNames.enumerated().map {
        CompletionItem(
          label: $0.element.string, kind: .enumMember, symbol: .value(enumeration: index, ordinal: $0.offset))
      }
    default: []
    }
  }

  private var backgrounds: [CompletionItem] {
    FixtureBackgrounds(cursor.project).backgrounds(for: cursor.document.path).map {
      CompletionItem(label: $0.name, kind: .constant, detail: "background of \($0.folder)", rank: 3)
    }
  }

  /// The actors of the fixture's background, in the place of the actor of a proposal or of a client that connects.
  private var actors: [CompletionItem] {
    let members = site.outline.frames.compactMap(\.member)
    guard members.suffix(2) == ["proposal", "actor"] || members.suffix(2) == ["connect", "actor"],
      let background = site.outline.frames.lazy.compactMap({ $0.members["background"] }).first
    else { return [] }
    return FixtureBackgrounds(cursor.project).actors(of: background, for: cursor.document.path).map {
      CompletionItem(label: $0.name, kind: .constant, detail: "actor of background \(background)", rank: 3)
    }
  }

  /// The policies by their bare names, and by their qualified ones where several share a name.
  private var policies: [CompletionItem] {
    program.policies.enumerated().flatMap { place, policy in
      let isShared = program.policies.count { $0.name == policy.name } > 1
      return (isShared ? [policy.qualifiedName] : [policy.name, policy.qualifiedName]).enumerated().map { index, name in
        CompletionItem(
          label: name, kind: .constant, detail: program.name(of: policy.type, from: ""), symbol: .policy(place), rank: 3 + index)
      }
    }
  }
}
