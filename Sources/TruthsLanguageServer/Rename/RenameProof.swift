import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsText

/// A check, by the fixtures of a project, that a changed rule set makes the same decisions.
///
/// Texts that fixtures expect, such as reasons that contain a renamed name, are changed too. Any other difference refuses the
/// change.
struct RenameProof {
  let project: ServedProject
  /// The rule set with the new name.
  let set: Workspace
  /// The names that change; `nil` where none does, so that every fixture is concerned.
  let words: RenamedWords?
  /// Whether a fixture, or a file of fixtures, can see the change; `nil` where ``words`` tell that.
  var isSeen: ((ArraySlice<UInt8>) -> Bool)?

  /// Maximum number of runs of the fixtures. An edit of an expected text may reveal another difference, so one run is not enough.
  private static let roundLimit = 4

  /// Returns some edits together with the edits of the texts that fixtures expect.
  func following(_ edits: [String: [TextEdit]]) throws(Renaming.Refusal) -> [String: [TextEdit]] {
    guard !project.fixtures.isEmpty, !project.loaded.diagnostics.hasErrors else { return edits }
    let all = project.fixtureTexts
    let documents = Set(Workspace.documents(namedIn: all))
    let concerned = all.filter { documents.contains($0.path) || edits[$0.path] != nil || isConcerned($0.bytes[...]) }
    var known: Set<String?>?
    var edits = edits
    for round in 1...Self.roundLimit {
      let applied = edits.mapValues(AppliedEdits.init)
      let texts = concerned.map { SourceText(path: $0.path, bytes: TextEdit.applied(edits[$0.path] ?? [], to: $0.bytes)) }
      var differences = try differences(of: set, in: texts)
      if differences.isEmpty { break }
      let before: Set<String?>
      if let known { before = known } else { before = try Set(self.differences(of: project.whole, in: concerned).map(\.id)) }
      known = before
      differences.removeAll { before.contains($0.id) }
      for (path, differences) in Dictionary(grouping: differences, by: \.path).sorted(by: { $0.key < $1.key }) {
        let made = applied[path] ?? AppliedEdits([])
        let json = round < Self.roundLimit ? texts.first { $0.path == path }.flatMap(Self.json) : nil
        var seen = Set(edits[path] ?? [])
        for difference in differences {
          guard let json, let found = follow(difference, in: json, made) else { throw refusal(difference, made) }
          edits[path, default: []] += found.filter { seen.insert($0).inserted }
        }
      }
      if differences.isEmpty { break }
    }
    return edits
  }

  /// Returns the differences between a set and the fixtures that contain one of the names.
  private func differences(of set: Workspace, in texts: [SourceText]) throws(Renaming.Refusal) -> [FixtureTrial.Difference] {
    do throws(Findings) {
      return try set.trial(texts, where: isConcerned).differences
    } catch {
      throw Renaming.Refusal(
        message: "the fixtures cannot be run, so it is not known whether they give the same result: \(error)")
    }
  }

  private static func json(_ text: SourceText) -> LocatedJSON? {
    guard case .success(let json) = JSONReader.read(SourceFile(id: FileID(-1), path: text.path, bytes: text.bytes)) else {
      return nil
    }
    return json
  }

  /// Returns whether a file contains the name, or a hash of outputs that the name is part of.
  private func isConcerned(_ bytes: ArraySlice<UInt8>) -> Bool {
    if let isSeen { return isSeen(bytes) }
    guard let words else { return true }
    return words.stand(in: bytes) || RenamedWords([("output_hash", "output_hash")]).stand(in: bytes)
  }

  private func refusal(_ difference: FixtureTrial.Difference, _ edits: AppliedEdits) -> Renaming.Refusal {
    let place = project.place(of: difference.path, at: edits.before(Int(difference.span.start)))
    let fixture = difference.id.map { "fixture `\($0)`" } ?? "the fixture"
    let cause = words == nil ? "then" : "with that name"
    return Renaming.Refusal(
      message: "\(place): \(cause) \(fixture) would have another result, \(difference.text): change that first")
  }

  // MARK: Expected texts

  /// Returns the edits that remove a difference, at positions of the original file; `nil` where more than names differ.
  ///
  /// - Parameter edits: the edits already applied to the file.
  private func follow(_ difference: FixtureTrial.Difference, in json: LocatedJSON, _ edits: AppliedEdits) -> [TextEdit]? {
    let found: [TextEdit]?
    // A hash that is the only expectation would accept any decision of the renamed set.
    if let edit = difference.edit, edit.new?.stringValue?.hasPrefix("sha256:") == true,
      !Self.isDecisionBeside(edit.span, in: json)
    {
      return nil
    }
    if let edit = difference.edit {
      found = changes(from: Self.whole(at: edit.span, in: json), to: edit.new)
    } else {
      found = Self.string(at: difference.span, in: json).flatMap { renamed($0.text, at: $0.span) }.map { [$0] }
    }
    guard let found, !found.isEmpty else { return nil }
    let changes = found.map { change in
      let start = edits.before(Int(change.span.start))
      let end = edits.before(Int(change.span.end) - 1) + 1
      return TextEdit(span: Span(file: FileID(-1), start: start, end: end), text: change.text)
    }
    // The text that an edit wrote must not be edited again.
    return changes.allSatisfy { !edits.meet($0.span) } ? changes : nil
  }

  /// Returns the edits that turn one value into another; `nil` where they differ in more than names.
  private func changes(from old: LocatedJSON.Member?, to new: JSONValue?) -> [TextEdit]? {
    guard let old else { return nil }
    guard let new, new != .null else { return renamed(old.name.string, at: old.nameSpan).map { [$0] } }
    // A part of a reason must remain a part of it.
    if old.name == "reason_contains", let part = old.value.stringValue.map({ words?.replaced($0) ?? $0 }),
      new.stringValue?.contains(part) == true
    {
      return renamed(old.value.stringValue ?? "", at: old.value.span).map { [$0] }
    }
    return changes(from: old.value, to: new)
  }

  private func changes(from old: LocatedJSON, to new: JSONValue) -> [TextEdit]? {
    switch (old.kind, new) {
    case (.string(let text), .string(let other)):
      if text == other { return [] }
      let isHash = [text, other].allSatisfy { $0.string.hasPrefix("sha256:") }
      guard isHash || words?.lead(from: text.string, to: other.string) ?? false else { return nil }
      return [TextEdit(span: old.span, text: String(decoding: new.compact(), as: UTF8.self))]
    case (.array(let elements), .array(var others)):
      guard elements.count == others.count else { return nil }
      var edits: [TextEdit] = []
      for element in elements {
        let found = others.indices.firstValue { place in changes(from: element, to: others[place]).map { (place, $0) } }
        guard let (place, made) = found else { return nil }
        edits += made
        others.remove(at: place)
      }
      return edits
    case (.object(let members), .object(let object)):
      guard members.count == object.members.count else { return nil }
      var edits: [TextEdit] = []
      for member in members {
        guard let value = object[member.name.string], let found = changes(from: member.value, to: value) else { return nil }
        edits += found
      }
      return edits
    default: return old.value == new ? [] : nil
    }
  }

  private func renamed(_ text: String, at span: Span) -> TextEdit? {
    let new = words?.replaced(text) ?? text
    return new == text ? nil : TextEdit(span: span, text: String(decoding: JSONValue.text(new).compact(), as: UTF8.self))
  }

  // MARK: Positions

  /// Returns whether the object around a member also expects a `decision`.
  private static func isDecisionBeside(_ span: Span, in json: LocatedJSON) -> Bool {
    switch json.kind {
    case .array(let elements): return elements.contains { isDecisionBeside(span, in: $0) }
    case .object(let members):
      if members.contains(where: { $0.nameSpan.covers(span) || $0.value.span.covers(span) }) {
        return members.contains { $0.name == "decision" }
      }
      return members.contains { isDecisionBeside(span, in: $0.value) }
    default: return false
    }
  }

  /// Returns the member whose value has a span; for an element of a list, a member without a name.
  private static func whole(at span: Span, in json: LocatedJSON) -> LocatedJSON.Member? {
    switch json.kind {
    case .array(let elements):
      return elements.firstValue { element in
        guard element.span.holds(span) else { return nil }
        let found = whole(at: span, in: element)
        return found ?? (element.span.covers(span) ? LocatedJSON.Member(name: "", nameSpan: span, value: element) : nil)
      }
    case .object(let members):
      return members.firstValue { member in
        guard member.value.span.holds(span) else { return nil }
        return whole(at: span, in: member.value) ?? (member.value.span.covers(span) ? member : nil)
      }
    default: return nil
    }
  }

  /// Returns the text value or member name at a span.
  private static func string(at span: Span, in json: LocatedJSON) -> (text: String, span: Span)? {
    if case .string(let text) = json.kind, json.span.covers(span) { return (text.string, json.span) }
    for member in json.members ?? [] {
      if member.nameSpan.covers(span) { return (member.name.string, member.nameSpan) }
      if member.value.span.holds(span) { return string(at: span, in: member.value) }
    }
    return (json.elements ?? []).firstValue { $0.span.holds(span) ? string(at: span, in: $0) : nil }
  }
}

extension Span {
  /// Whether the span contains another one; the ids of their files are ignored.
  fileprivate func holds(_ other: Span) -> Bool { start <= other.start && other.end <= end }

  /// Whether the span equals another one; the ids of their files are ignored.
  fileprivate func covers(_ other: Span) -> Bool { start == other.start && end == other.end }
}
