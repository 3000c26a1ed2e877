import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The data of a run while it is read: every file gets its place in the sources, and every fault is thrown with them.
struct RunData {
  var sources: SourceMap
  let procedure: RunProcedure

  /// A context from entries or facts as JSON Lines; nothing is known where there is no file. Its bytes stay with the ledger, and
  /// become a source, with all its lines counted, only where something is at fault.
  mutating func context(_ text: SourceText?) throws(Findings) -> Context {
    guard let text else { return procedure.emptyContext }
    var loader = ContextLoader(procedure)
    let data = text.data
    let faults = LedgerReader.read(data, of: FileID(sources.files.count)) { entry, line in
      loader.append(entry, line: line.map { (data, $0) })
    }
    do {
      if !faults.hasErrors { return try loader.whole() }
    } catch {
      sources.add(path: text.path, bytes: text.bytes)
      throw Findings(error.diagnostics, in: sources)
    }
    sources.add(path: text.path, bytes: text.bytes)
    throw Findings(faults, in: sources)
  }

  /// Policies as the command line gives them; each is a source of its own, so that a finding can show it.
  mutating func settings(_ settings: [String]) -> [(name: String, span: Span, value: LocatedJSON)] {
    settings.map { setting in
      let bytes = Array(setting.utf8)
      let file = sources.add(path: "--set", bytes: bytes)
      let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
      let place = Span(file: file.id, start: min(equals + 1, bytes.count), end: bytes.count)
      let plain = LocatedJSON(.string(Text(file.text(place))), at: place)
      let name = String(decoding: bytes[..<equals], as: UTF8.self)
      let json = try? JSONReader.read(file, in: Int(place.start)..<bytes.count).get()
      let value = json.map { wantsText(name) && $0.stringValue == nil ? plain : $0 } ?? plain
      return (name, Span(file: file.id, start: 0, end: equals), value)
    }
  }

  /// Whether a policy is a text: `--set greeting=5` means the text `5` then.
  private func wantsText(_ name: String) -> Bool {
    procedure.program.policies.contains { ($0.name == name || $0.qualifiedName == name) && $0.type == .text }
  }

  /// The proposals of a file, and whether it is a batch: by its name, or because its first line alone is a value and more
  /// follows.
  mutating func proposals(_ text: SourceText) throws(Findings) -> ([LocatedJSON], isBatch: Bool) {
    let file = sources.add(path: text.path, bytes: text.bytes)
    let isNamedBatch = text.path.hasSuffix(".jsonl") || text.path.hasSuffix(".ndjson")
    if !isNamedBatch {
      switch JSONReader.read(file) {
      case .success(let proposal):
        guard proposal.members != nil else { throw Findings([T8103ProposalShape.at(proposal.span)], in: sources) }
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
      case .success(let proposal) where proposal.members == nil: faults.append(T8103ProposalShape.at(proposal.span))
      case .success(let proposal): proposals.append(proposal)
      case .failure(let fault): faults.append(fault)
      }
    }
    guard faults.isEmpty else { throw Findings(faults, in: sources) }
    return proposals
  }
}
