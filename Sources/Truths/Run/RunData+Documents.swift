import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsRuntime
import TruthsText

extension RunData {
  /// A context with what documents say and the policies set (declarations §14).
  mutating func take(
    _ documents: [DocumentInput], policies: [String], on context: Context
  ) throws(Findings) -> Context {
    let settings = self.settings(policies)
    let documents = try read(documents)
    return try take(documents, settings, on: context)
  }

  /// A context with what documents say and the policies set, both read already.
  ///
  /// - Parameters:
  ///   - now: when the documents arrive from outside.
  ///   - maxWork: how much work the expressions of the sources may take.
  func take(
    _ documents: [Document], _ policies: [(name: String, span: Span, value: LocatedJSON)], arrivingAt now: Timestamp? = nil,
    maxWork: Int = WorkMeter.standard, on context: Context
  ) throws(Findings) -> Context {
    do {
      return try procedure.take(documents, policies: policies, arrivingAt: now, maxWork: maxWork, on: context)
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
  }

  /// Documents that fit the sources which read them.
  mutating func checked(_ documents: [DocumentInput]) throws(Findings) -> [Document] {
    let read = try read(documents)
    do {
      _ = try procedure.take(read, policies: [], on: procedure.emptyContext)
      return read
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
  }

  /// The proposals that sources make of documents.
  mutating func proposals(of documents: [DocumentInput], policies: [String]) throws(Findings) -> [JSONObject] {
    let settings = self.settings(policies)
    let read = try read(documents)
    do {
      return try procedure.proposals(of: read, policies: settings)
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
  }

  /// Documents as they are given.
  mutating func read(_ documents: [DocumentInput]) throws(Findings) -> [Document] {
    var read: [Document] = []
    var faults: [Diagnostic] = []
    for input in documents {
      let bytes = Array(input.setting.utf8)
      let file = sources.add(path: "document", bytes: bytes)
      let span = Span(file: file.id, start: 0, end: input.name.utf8.count)
      do {
        read.append(Document(name: input.name, nameSpan: span, content: try content(of: input)))
      } catch {
        faults += error.diagnostics
      }
    }
    guard faults.isEmpty else { throw Findings(faults, in: sources) }
    return read
  }

  private mutating func content(of input: DocumentInput) throws(BadData) -> Document.Content {
    switch input.content {
    case .text(let text): return try .read(sources.add(path: text.path, bytes: text.bytes))
    case .listing(let text, let files): return try listing(text, files)
    }
  }

  /// The document of a folder; what a file holds stands in it with its own places, and is left out where it is no JSON object.
  private mutating func listing(_ text: SourceText, _ files: [ListedFile]) throws(BadData) -> Document.Content {
    let whole = sources.add(path: text.path, bytes: text.bytes)
    guard case .success(let json) = JSONReader.read(whole), let list = json.member("files") else {
      return try .read(whole)
    }
    var elements = list.value.elements ?? []
    for (index, listed) in files.enumerated() where elements.indices.contains(index) {
      guard let content = listed.content, var members = elements[index].members else { continue }
      let file = sources.add(path: content.path, bytes: content.bytes)
      guard case .success(let value) = JSONReader.read(file), value.members != nil else { continue }
      members.append(LocatedJSON.Member(name: "content", nameSpan: elements[index].span, value: value))
      elements[index] = LocatedJSON(.object(members), at: elements[index].span)
    }
    let member = LocatedJSON.Member(
      name: list.name, nameSpan: list.nameSpan, value: LocatedJSON(.array(elements), at: list.value.span))
    return .value(LocatedJSON(.object([member]), at: json.span))
  }
}

extension DocumentInput {
  /// The files below a folder as a document, in byte order of their paths.
  ///
  /// - Parameters:
  ///   - setting: as it was given, `evidence=artifacts`.
  ///   - path: the folder as messages show it.
  public static func listing(setting: String, path: String, files: [ListedFile]) -> DocumentInput {
    let files = files.sorted { Text($0.path) < Text($1.path) }
    let lines = files.map { file in
      JSONValue.object(["path": .text(file.path), "bytes": .number(Decimal(file.size))]).line
    }
    let text = "{\"files\": [\n" + lines.map { String($0.dropLast()) }.joined(separator: ",\n") + "\n]}\n"
    return DocumentInput(setting: setting, content: .listing(SourceText(path: path, bytes: Array(text.utf8)), files: files))
  }
}

extension Workspace {
  /// The proposals that sources make of documents, one a line: a batch that `truths run` takes as it is.
  ///
  /// - Parameter policies: policies to set, each `policy=value`; sources may read them.
  /// - Throws: the findings of a set with errors, or what is wrong with the documents.
  public func proposals(of documents: [DocumentInput], policies: [String] = []) throws(Findings) -> String {
    var data = RunData(sources: loaded.sources, procedure: try procedure())
    return try data.proposals(of: documents, policies: policies).map { JSONValue.object($0).line }.joined()
  }

  /// Whether a source reads the document of a name.
  public func reads(document name: String) -> Bool { loaded.program.sources.contains { $0.document == name } }

  /// Whether a source reads what the files of a folder hold, when the folder is given as the document of a name.
  public func readsContent(ofDocument name: String) -> Bool {
    loaded.program.sources.contains { source in
      source.document == name && source.inputs.contains { $0.name == "content" || holdsContent($0.type) }
    }
  }

  /// Whether a part of a document has a member `content`, or a part that has.
  private func holdsContent(_ type: ValueType) -> Bool {
    loaded.program.hasPart(type) { part in
      if case .record(let index) = part { loaded.program.records[index].fields.contains { $0.name == "content" } } else { false }
    }
  }

  /// Adds what is wrong with documents against the sources that read them.
  func adding(findingsIn documents: [DocumentInput], to found: Findings) -> Findings {
    guard let procedure = try? procedure() else { return found }
    var data = RunData(sources: found.sources, procedure: procedure)
    do {
      _ = try data.take(documents, policies: [], on: procedure.emptyContext)
      return found
    } catch {
      return Findings(found.diagnostics + error.diagnostics, in: error.sources, hiddenCount: found.hiddenCount)
    }
  }
}

/// A document that is given as context: facts are made of it by the sources that name it.
public struct DocumentInput: Sendable {
  /// As it was given, `task_tracker=artifacts/tracker.json`; findings about the name show it.
  public var setting: String
  /// What the document holds.
  public var content: Content

  /// What a document holds.
  public enum Content: Sendable {
    /// JSON, or JSON Lines: by its name (`.jsonl`, `.ndjson`), or because its first line alone is a value and more follows.
    case text(SourceText)
    /// The files below a folder, as the document `{"files": [{"path", "bytes", "content"}]}`.
    case listing(SourceText, files: [ListedFile])
  }

  /// A document, `name=file`.
  public init(setting: String, content: Content) {
    self.setting = setting
    self.content = content
  }

  /// The name that sources know it by.
  public var name: String { String(decoding: setting.utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self) }
}

/// A file below a folder that is given as a document.
public struct ListedFile: Sendable {
  /// Its path below the folder, with `/`.
  public var path: String
  /// How many bytes it has.
  public var size: Int
  /// What it holds, where a source reads that; the path is as messages show it.
  public var content: SourceText?

  /// A file of a folder.
  public init(path: String, size: Int, content: SourceText? = nil) {
    self.path = path
    self.size = size
    self.content = content
  }
}
