import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsProgram
import TruthsRendering
import TruthsText

/// Descriptions of how clauses look up facts.
extension Workspace {
  /// Describes for people how each clause looks up facts: one line for each clause and fact type.
  ///
  /// - Parameters:
  ///   - name: name of a truth, invariant or function; `nil` for all.
  ///   - isShown: whether declarations in the file with this path are wanted.
  /// - Returns: `nil` where nothing has the name.
  /// - Throws: the findings of a set with errors.
  public func plan(
    of name: String? = nil, isShown: (String) -> Bool = { _ in true }, isColored: Bool = false
  ) throws(Findings) -> String? {
    _ = try procedure()
    let program = loaded.program
    if let name, !program.declares(name) { return nil }
    func isWanted(_ section: AccessPlan.Section) -> Bool {
      let isNamed = name.map { section.name == $0 || section.name.hasSuffix(".\($0)") } ?? true
      return isNamed && isShown(loaded.sources.file(section.span.file)?.path ?? "")
    }
    let sections = AccessPlan(program).sections.filter(isWanted)
    if sections.isEmpty { return "No clause looks up facts, or reads all of them.\n" }
    let text = sections.map { self.text(of: $0, isColored) }.joined(separator: "\n")
    let scans = sections.flatMap(\.lines).filter(\.isScan)
    let remarks = [
      scans.contains { $0.place != "view" } ? Self.remark : nil, scans.contains { $0.place == "view" } ? Self.viewRemark : nil,
    ]
    return ([text] + remarks.compactMap(\.self).map { $0 + "\n" }).joined(separator: "\n")
  }

  private static let remark = """
    A condition looks facts up where a part of it, joined to the others by `and`, compares a field of the fact by `==`, `<`, `<=`,
    `>`, `>=` or `between` with something that is known before the loop.
    """

  private static let viewRemark = """
    A view is worked out for what is asked where it is asked by its key, or by fields that are copied from required fields of the
    facts that it is made of, and its outputs have no loop, no condition and every field of the key. It is worked out whole where
    a clause reads it otherwise, where a view behind it may be at fault, for truths on facts, and for invariants over the state.
    """

  private func text(of section: AccessPlan.Section, _ isColored: Bool) -> String {
    let path = loaded.sources.file(section.span.file)?.path ?? ""
    let place = "\(visible(path)):\(loaded.sources.start(of: section.span).line)"
    let title = Style.emphasis.paint("\(section.kind) \(section.name)", isColored) + " (\(place))\n"
    let rows = section.lines.map { [$0.place, $0.source, Style.warning.paint($0.description, isColored && $0.isScan)] }
    return title + alignedLines(rows, indent: 2).map { $0 + "\n" }.joined()
  }
}
