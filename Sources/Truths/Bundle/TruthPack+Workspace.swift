import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsRuntime
import TruthsText

extension TruthPack {
  /// The set of the bundle, compiled anew from its sources and held against what the bundle says of them.
  ///
  /// - Parameter today: the day that `# truths:ignore … until` comments are held to; without one none of them expires.
  /// - Throws: where the bundle is not what its sources give: somebody changed one of them.
  public func workspace(today: String? = nil) throws(Findings) -> Workspace {
    let workspace = Workspace(truths: truths, today: today)
    if let difference = difference(workspace) { throw Findings([difference], in: sources) }
    return workspace
  }

  /// The first thing that the sources give otherwise.
  private func difference(_ workspace: Workspace) -> Diagnostic? {
    let errors = workspace.loaded.diagnostics.filter { $0.severity == .error }
    if let first = errors.first {
      let position = workspace.loaded.sources.start(of: first.span)
      let path = workspace.loaded.sources.file(first.span.file)?.path ?? ""
      let place = "\(path):\(position.line):\(position.column)"
      return T8403BundleMismatch.faulty(counted(errors.count, "error"), first: first.message, place: place, at: sourcesSpan)
    }
    guard let procedure = try? workspace.procedure() else { return nil }
    let parts = [
      ("declarations", declarations, workspace.declarations), ("governing", governing, workspace.governing(procedure)),
    ]
    for (name, found, recomputed) in parts {
      if let difference = Self.difference(name, found, recomputed) { return difference }
    }
    guard let stated = hash.stringValue, !stated.utf8.elementsEqual(procedure.truthsHash.utf8) else { return nil }
    return T8403BundleMismatch.hash(stated, recomputed: procedure.truthsHash, at: hash.span)
  }

  /// The first member that differs, or that only one of both has.
  private static func difference(_ name: String, _ found: LocatedJSON, _ recomputed: JSONObject) -> Diagnostic? {
    let wanted = Dictionary(recomputed.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    var missing = Set(wanted.keys)
    for member in found.members ?? [] {
      missing.remove(member.name)
      guard let value = wanted[member.name] else {
        return T8403BundleMismatch.extra(member.name.string, in: name, at: member.nameSpan)
      }
      guard value.canonical() == member.value.value.canonical() else {
        return T8403BundleMismatch.other(member.name.string, in: name, at: member.nameSpan)
      }
    }
    let brace = Span(file: found.span.file, start: Int(found.span.start), end: Int(found.span.start) + 1)
    return missing.min().map { T8403BundleMismatch.missing($0.string, in: name, at: brace) }
  }
}
