import TruthsDiagnostics
package import TruthsFindings
package import TruthsJSON
import TruthsLedger
import TruthsProgram
package import TruthsText

/// Reads the data of a run. Every file is added to `sources`, to which thrown findings refer.
package struct RunData {
  package var sources: SourceMap
  let procedure: RunProcedure

  package init(sources: SourceMap, procedure: RunProcedure) {
    self.sources = sources
    self.procedure = procedure
  }

  /// Reads a context from JSON Lines, each line an entry or a fact. If `text` is `nil`, the context is empty.
  ///
  /// The ledger keeps the bytes of the file. Only a file with faults is added to `sources`, with counted lines.
  package mutating func context(_ text: SourceText?) throws(Findings) -> Context { try contextWithWarnings(text).context }

  /// Reads a context, and returns it with its warnings.
  ///
  /// - Parameters:
  ///   - before: the context that the entries continue; `nil` for an empty context.
  ///   - isAppendedTo: whether new entries will be appended to the ledger.
  package mutating func contextWithWarnings(
    _ text: SourceText?, behind before: Context? = nil, isAppendedTo: Bool = false
  ) throws(Findings) -> (context: Context, warnings: Findings) {
    guard let text else { return (before ?? procedure.emptyContext, Findings([], in: sources)) }
    var loader = ContextLoader(procedure, on: before)
    let data = text.data
    let language = procedure.language
    let faults = LedgerReader.read(
      data, of: FileID(sources.files.count), from: before?.nextSequence ?? 1, preparing: { PreparedEntry($0.entry, language) }
    ) { entry, line in
      loader.append(entry, line: line.map { LedgerLine(data, at: $0) })
    }
    if !faults.shown.isEmpty { sources.add(path: text.path, bytes: faults.shown) }
    guard !faults.diagnostics.hasErrors else { throw Findings(faults.diagnostics, in: sources) }
    do {
      return (try loader.loadedContext(isAppendedTo: isAppendedTo), Findings(loader.warnings, in: sources))
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
  }

  /// Reads policies from the command line. Each setting becomes a file of `sources`, so that a finding can show it.
  package mutating func settings(_ settings: [String]) -> [PolicyAssignment] {
    settings.map { setting in
      let bytes = Array(setting.utf8)
      let file = sources.add(path: "--set", bytes: bytes)
      let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
      let place = Span(file: file.id, start: min(equals + 1, bytes.count), end: bytes.count)
      let plain = LocatedJSON(.string(Text(file.text(place))), at: place)
      let name = String(decoding: bytes[..<equals], as: UTF8.self)
      let json = try? JSONReader.read(file, in: Int(place.start)..<bytes.count).get()
      let value = json.map { wantsText(name) && $0.stringValue == nil ? plain : $0 } ?? plain
      return PolicyAssignment(name: name, nameSpan: Span(file: file.id, start: 0, end: equals), value: value)
    }
  }

  /// Returns whether a policy has the type text. If so, `--set greeting=5` sets it to the text `5`.
  private func wantsText(_ name: String) -> Bool {
    procedure.program.policies.contains { ($0.name == name || $0.qualifiedName == name) && $0.type == .text }
  }

  /// Reads the proposals of a file.
  ///
  /// The file is a batch if its name ends with `.jsonl` or `.ndjson`. Under any other name it is a batch if its first line alone
  /// is a value and more lines follow.
  package mutating func proposals(_ text: SourceText) throws(Findings) -> ([LocatedJSON], isBatch: Bool) {
    let file = sources.add(path: text.path, bytes: text.bytes)
    let isNamedBatch = text.path.hasSuffix(".jsonl") || text.path.hasSuffix(".ndjson")
    if !isNamedBatch {
      switch JSONReader.read(file) {
      case .success(let proposal):
        guard proposal.members != nil else { throw Findings([ProposalShapeFault.at(proposal.span)], in: sources) }
        return ([proposal], false)
      case .failure(let fault):
        var lines = JSONLines(file).makeIterator()
        guard case .success? = lines.next() else { throw Findings([fault], in: sources) }
      }
    }
    return try (batch(file), true)
  }

  private func batch(_ file: SourceFile) throws(Findings) -> [LocatedJSON] {
    var proposals: [LocatedJSON] = []
    var faults: [Diagnostic] = []
    for line in JSONLines(file) {
      switch line {
      case .success(let proposal) where proposal.members == nil: faults.append(ProposalShapeFault.at(proposal.span))
      case .success(let proposal): proposals.append(proposal)
      case .failure(let fault): faults.append(fault)
      }
      if faults.count >= [Diagnostic].mostOfData { break }
    }
    guard faults.isEmpty else { throw Findings(faults.toldOfData(), in: sources) }
    return proposals
  }
}
