package import TruthsText

/// Writes findings for a terminal: the problem, the source with carets under the exact characters, why it matters, and how to
/// fix it.
///
/// Pure: the same findings give the same text. Control characters are shown as pictures, never written.
package struct HumanRenderer {
  private let sources: SourceMap
  private let isColored: Bool
  private let width: Int

  /// - Parameters:
  ///   - sources: the files of the findings.
  ///   - isColored: whether to write ANSI colours.
  ///   - width: the most columns of source text, and of prose, in a line.
  package init(sources: SourceMap, isColored: Bool = false, width: Int = 100) {
    self.sources = sources
    self.isColored = isColored
    self.width = max(20, width)
  }

  /// Returns all findings in order, separated by empty lines, and the summary as the last line; an empty text without
  /// findings.
  ///
  /// The page of a kind is shown only at its first finding.
  ///
  /// - Parameter hiddenCount: the number of findings that the user hid; it is shown, so that they are not forgotten.
  package func report(_ diagnostics: some Sequence<Diagnostic>, hiddenCount: Int = 0) -> String {
    let ordered = Array(diagnostics).inOrder()
    let hidden = hiddenCount > 0 ? "\(hiddenCount) hidden" : nil
    guard !ordered.isEmpty else { return hidden.map { "nothing found, \($0)\n" } ?? "" }
    var explained = Set<DiagnosticCode>()
    var text = ""
    for diagnostic in ordered {
      text += render(diagnostic, isExplained: explained.insert(diagnostic.code).inserted) + "\n"
    }
    return text + summary(of: ordered) + (hidden.map { ", \($0)" } ?? "") + "\n"
  }

  /// Returns the text of one finding.
  ///
  /// - Parameter isExplained: whether to add why it matters and where to read more.
  package func render(_ diagnostic: Diagnostic, isExplained: Bool = true) -> String {
    let page = DiagnosticRegistry.page(for: diagnostic.code)
    let previews = diagnostic.fixes.map { fix in
      sources.file(diagnostic.span.file).flatMap { FixPreview(fix.edits, in: $0) }
    }
    let layout = layout(for: diagnostic, previews.compactMap { $0 })
    let style: Style = diagnostic.severity == .error ? .error : .warning
    let title = paint("\(diagnostic.severity.rawValue)[\(diagnostic.code)]", style)
    var lines = [title + paint(": " + visible(diagnostic.message), .emphasis)]
    lines += frame(diagnostic.span, diagnostic.label, style, layout)
    for note in diagnostic.notes {
      lines.append(paint("note", .note) + ": " + visible(note.message))
      lines += frame(note.span, nil, .note, layout)
    }
    lines.append(layout.row())
    let help = diagnostic.help ?? page.map { asRemark($0.mend) }
    // A fix with the same words also shows the changed lines, so the help would repeat it.
    if let help, !diagnostic.fixes.contains(where: { $0.title == help }) { lines += remark("help", help, layout) }
    for (fix, preview) in zip(diagnostic.fixes, previews) { lines += self.fix(fix, preview, layout) }
    if isExplained, let page {
      lines += remark("why", page.why, layout)
      lines += remark("more", "truths explain \(diagnostic.code)", layout)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the summary: `2 errors, 1 warning in 3 files`.
  package func summary(of diagnostics: some Collection<Diagnostic>) -> String {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    let files = Set(diagnostics.map(\.span.file)).count
    let parts = [
      errors > 0 ? paint(counted(errors, "error"), .error) : nil,
      warnings > 0 ? paint(counted(warnings, "warning"), .warning) : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ") + " in " + counted(files, "file")
  }

  private func frame(_ span: Span, _ label: String?, _ style: Style, _ layout: FrameLayout) -> [String] {
    guard let file = sources.file(span.file) else { return [] }
    return SourceFrame(span, in: file, label: label, style: style, layout: layout).lines
  }

  /// Returns a sentence in the style of messages: in lower case, and a single sentence without its full stop.
  private func asRemark(_ sentence: String) -> String {
    let text = sentence.prefix(1).lowercased() + sentence.dropFirst()
    return text.hasSuffix(".") && !text.dropLast().contains(". ") ? String(text.dropLast()) : text
  }

  /// Returns `= help: …`, wrapped at the width, with further lines aligned under the first word.
  private func remark(_ name: String, _ text: String, _ layout: FrameLayout) -> [String] {
    let indent = String(repeating: " ", count: layout.gutterWidth + 1)
    let hanging = indent + String(repeating: " ", count: name.count + 4)
    return wrapped(visible(text), width: width - hanging.count).enumerated().map { index, line in
      index == 0 ? indent + paint("=", .gutter) + " " + paint(name, .emphasis) + ": " + line : hanging + line
    }
  }

  private func fix(_ fix: Diagnostic.Fix, _ preview: FixPreview?, _ layout: FrameLayout) -> [String] {
    var lines = remark(fix.isSafe ? "fix" : "perhaps", fix.title, layout)
    guard let preview else { return lines }
    for change in preview.changes {
      for (index, text) in change.removed.enumerated() {
        lines.append(layout.row(change.line + index, paint(text, .removed), mark: "-", style: .removed))
      }
      for (index, text) in change.added.enumerated() {
        lines.append(layout.row(change.line + index, paint(text, .added), mark: "+", style: .added))
      }
    }
    return lines
  }

  /// Computes the layout; the gutter is as wide as the greatest line number of this finding.
  private func layout(for diagnostic: Diagnostic, _ previews: [FixPreview]) -> FrameLayout {
    var greatest = 1
    for span in [diagnostic.span] + diagnostic.notes.map(\.span) {
      guard let file = sources.file(span.file) else { continue }
      greatest = max(greatest, FrameLayout.lastLine(of: span, in: file))
    }
    for change in previews.flatMap(\.changes) {
      greatest = max(greatest, change.line + max(change.removed.count, change.added.count) - 1)
    }
    return FrameLayout(gutterWidth: String(greatest).count, width: width, isColored: isColored)
  }

  private func paint(_ text: String, _ style: Style) -> String { style.paint(text, isColored) }
}
