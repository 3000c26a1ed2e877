import TruthsDiagnostics
package import TruthsFindings
package import TruthsJSON
import TruthsProgram
package import TruthsText

extension RunData {
  /// Reads documents and policies, and returns a context with their facts (declarations §14).
  package mutating func take(
    _ documents: [DocumentInput], policies: [String], on context: Context
  ) throws(Findings) -> Context {
    let settings = self.settings(policies)
    let documents = try read(documents)
    return try take(documents, settings, on: context)
  }

  /// Returns a context with the facts of documents and with policies set, after both have been read.
  ///
  /// - Parameters:
  ///   - now: the time at which the documents arrive from outside; `nil` for documents that are history.
  ///   - maxWork: the work limit for the expressions of the sources.
  package func take(
    _ documents: [Document], _ policies: [PolicyAssignment], arrivingAt now: Timestamp? = nil,
    maxWork: Int = WorkMeter.standard, on context: Context
  ) throws(Findings) -> Context {
    do {
      return try procedure.take(documents, policies: policies, arrivingAt: now, maxWork: maxWork, on: context)
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
  }

  /// Reads documents and checks that the sources can read them.
  package mutating func checked(_ documents: [DocumentInput]) throws(Findings) -> [Document] {
    let read = try read(documents)
    do {
      _ = try procedure.take(read, policies: [], on: procedure.emptyContext)
      return read
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
  }

  /// Returns the proposals that sources make from documents.
  package mutating func proposals(of documents: [DocumentInput], policies: [String]) throws(Findings) -> [JSONObject] {
    let settings = self.settings(policies)
    let read = try read(documents)
    do {
      return try procedure.proposals(of: read, policies: settings)
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
  }

  /// Reads documents without checking that the sources can read them.
  package mutating func read(_ documents: [DocumentInput]) throws(Findings) -> [Document] {
    var read: [Document] = []
    var faults: [Diagnostic] = []
    for input in documents {
      let bytes = Array(input.setting.utf8)
      let file = sources.add(path: "document", bytes: bytes)
      let span = Span(file: file.id, start: 0, end: input.name.utf8.count)
      do {
        let content = try content(of: input)
        read.append(Document(name: input.name, nameSpan: span, content: content, isFolder: input.content.isListing))
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

  /// Returns the document of a folder.
  ///
  /// Each file's content keeps its own spans. The content is omitted if it is not a JSON object. If it is not even JSON, a member
  /// says so.
  private mutating func listing(_ text: SourceText, _ files: [ListedFile]) throws(BadData) -> Document.Content {
    let whole = sources.add(path: text.path, bytes: text.bytes)
    guard case .success(let json) = JSONReader.read(whole), let list = json.member("files") else {
      return try .read(whole)
    }
    var elements = list.value.elements ?? []
    for (index, listed) in files.enumerated() where elements.indices.contains(index) {
      guard let content = listed.content, var members = elements[index].members else { continue }
      let file = sources.add(path: content.path, bytes: content.bytes)
      let span = elements[index].span
      switch JSONReader.read(file) {
      case .success(let value) where value.members != nil:
        members.append(LocatedJSON.Member(name: Text(ListedFile.contentMember), nameSpan: span, value: value))
      case .success: continue
      case .failure(let fault):
        let message = LocatedJSON(.string(Text(fault.message)), at: span)
        members.append(LocatedJSON.Member(name: Text(ListedFile.faultMember), nameSpan: span, value: message))
      }
      elements[index] = LocatedJSON(.object(members), at: span)
    }
    let member = LocatedJSON.Member(
      name: list.name, nameSpan: list.nameSpan, value: LocatedJSON(.array(elements), at: list.value.span))
    return .value(LocatedJSON(.object([member]), at: json.span))
  }
}
