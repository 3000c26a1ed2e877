import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Makes the facts and proposals of a source from the elements of a document, one element after another.
struct ElementReader {
  private let program: Program
  private let source: CheckedSource
  private var evaluator: Evaluator
  private var faults: [Diagnostic] = []
  private let names: Set<String>
  /// Whether the elements are files of a folder, each with its content as a member.
  private let isInFolder: Bool
  private let lets: [(slot: Int, node: CompiledNode)]
  private let outputs: [OutputCode]
  private let proposals: [OutputCode]
  /// The lists of the element that were reported as missing.
  private var missingLists: Set<Node> = []

  init(engine: Engine, source: CheckedSource, store: FactStore, isInFolder: Bool) {
    program = engine.program
    self.source = source
    self.isInFolder = isInFolder
    names = Set(source.inputs.map(\.jsonName))
    let evaluator = engine.evaluator(on: store, Self.environment(source, 0), frameSize: source.frameSize)
    self.evaluator = evaluator
    lets = source.lets.map { (slot: $0.slot, node: evaluator.compiled($0.node)) }
    outputs = source.outputs.map { OutputCode($0.loop, $0.filter, $0.fields, evaluator) }
    proposals = source.proposals.map { OutputCode($0.loop, $0.filter, $0.fields, evaluator) }
  }

  private static func environment(_ source: CheckedSource, _ position: Int) -> Environment {
    Environment([.actorUserID: .text(Text(source.document)), .documentPosition: .number(Decimal(position))])
  }

  /// The expressions of an output, compiled once for all elements.
  private struct OutputCode {
    var list: CompiledNode?
    var filter: CompiledNode?
    var fields: [CompiledNode?]

    init(_ loop: LoopNode?, _ filter: Node?, _ fields: [Node?], _ evaluator: Evaluator) {
      if case .list(let list)? = loop?.source { self.list = evaluator.compiled(list) }
      self.filter = filter.map { evaluator.compiled($0) }
      self.fields = fields.map { $0.map { evaluator.compiled($0) } }
    }
  }

  /// Returns the faults found since the last call, and removes them from the reader.
  mutating func takeFaults() -> [Diagnostic] {
    defer { faults = [] }
    return faults
  }

  /// Returns the facts and proposals of an element; both are empty if the element has a fault.
  ///
  /// - Parameter position: the number of the element among the document's elements, counted from 1.
  mutating func read(_ element: DocumentPart, at position: Int) -> (facts: [DocumentFact], proposals: [JSONObject]) {
    guard element.json.members != nil else {
      faults.append(
        DocumentShapeFault.finding(element.name, element.json.noun, wanted: "an object with members", at: element.json.span))
      return ([], [])
    }
    missingLists = []
    evaluator.forget(Self.environment(source, position))
    let element = inheriting(element)
    fill(element)
    guard faults.isEmpty else { return ([], []) }
    for binding in lets { evaluator.set(binding.slot, to: evaluator.outside(evaluator.value(binding.node))) }
    var facts: [DocumentFact] = []
    for (output, code) in zip(source.outputs, outputs) { facts += self.facts(of: output, code, element) }
    var proposals: [JSONObject] = []
    for (output, code) in zip(source.proposals, self.proposals) { proposals += self.proposals(of: output, code, element) }
    return faults.isEmpty ? (facts, proposals) : ([], [])
  }

  // MARK: Members

  /// Decodes the members of an element. Each member has the type of the fact field that it fills.
  private mutating func fill(_ element: DocumentPart) {
    if source.isClosed {
      for member in element.json.members ?? [] where !names.contains(member.name.string) {
        if isInFolder, member.name.string == ListedFile.faultMember { continue }
        let path = element.joined(member.name.string)
        faults.append(
          UnknownDocumentMember.finding(path, member.name.string, known: names.sorted(), at: member.nameSpan))
      }
    }
    let unfit = fillContent(element)
    for (slot, input) in source.inputs.enumerated() where slot != unfit?.content && slot != unfit?.fault {
      guard let member = element.member(input.jsonName) else {
        evaluator.set(slot, to: .missing(.absent))
        continue
      }
      var decoder = ValueDecoder(program: program, ignoresUnknownMembers: !source.isClosed)
      evaluator.set(slot, to: decoder.value(member.json, as: input.type, path: member.path))
      // A value that inner elements inherit is decoded several times, but its faults are reported once.
      let reported = Set(faults.map(\.span))
      for fault in decoder.faults.listed(at: member.json.span) where !reported.contains(fault.span) {
        faults.append(DocumentValueFault.finding(fault.message, nearest: fault.nearest, at: fault.span))
      }
    }
  }

  /// Fills in why the content of a file in a folder cannot be used, if the source reads that and its types do not fit.
  ///
  /// - Returns: the slots that are filled; `nil` if the content can be decoded as any other member.
  private mutating func fillContent(_ element: DocumentPart) -> (content: Int, fault: Int)? {
    guard isInFolder, let content = source.inputs.firstIndex(where: { $0.jsonName == ListedFile.contentMember }),
      let fault = source.inputs.firstIndex(where: { $0.jsonName == ListedFile.faultMember }),
      let member = element.member(ListedFile.contentMember)
    else { return nil }
    var decoder = ValueDecoder(program: program, ignoresUnknownMembers: !source.isClosed)
    _ = decoder.value(member.json, as: source.inputs[content].type, path: ListedFile.contentMember)
    guard let first = decoder.faults.listed(at: member.json.span).first else { return nil }
    evaluator.set(content, to: .missing(.absent))
    evaluator.set(fault, to: .text(Text(first.message)))
    return (content, fault)
  }

  /// Returns the element with inherited members added to the elements of its inner lists.
  ///
  /// A member that both the element and the inner element have is a fault, because its meaning would be ambiguous.
  private mutating func inheriting(_ element: DocumentPart) -> DocumentPart {
    source.inherited.reduce(element) { part, inherited in
      let given = inherited.names.compactMap { name in element.json.member(name) }.filter { !$0.value.isNull }
      return DocumentPart(json: adding(given, to: inherited.list[...], of: part), path: part.path)
    }
  }

  private mutating func adding(
    _ added: [LocatedJSON.Member], to list: ArraySlice<String>, of outer: DocumentPart
  ) -> LocatedJSON {
    guard let name = list.first, var members = outer.json.members,
      let index = members.firstIndex(where: { $0.name == Text(name) }), let inner = outer.member(name)
    else { return outer.json }
    if list.count > 1 {
      members[index].value = adding(added, to: list.dropFirst(), of: inner)
    } else if let elements = inner.json.elements {
      let filled = elements.enumerated().map { adding(added, to: inner.element($1, at: $0)) }
      members[index].value = LocatedJSON(.array(filled), at: inner.json.span)
    }
    return LocatedJSON(.object(members), at: outer.json.span)
  }

  private mutating func adding(_ given: [LocatedJSON.Member], to outer: DocumentPart) -> LocatedJSON {
    guard let members = outer.json.members else { return outer.json }
    var extended = members.filter { !$0.value.isNull }
    for member in given {
      if let own = extended.first(where: { $0.name == member.name }) {
        faults.append(
          DocumentHeldTwice.finding(
            member.name.string, outer.joined(member.name.string), at: own.nameSpan, outer: member.nameSpan))
      } else {
        extended.append(member)
      }
    }
    return LocatedJSON(.object(extended), at: outer.json.span)
  }

  // MARK: Facts and proposals

  /// The loop of an output, with its filter.
  private struct Loop {
    var loop: LoopNode?
    var code: OutputCode
    var filterText: String?
    /// The name of the fact type or intent that the output makes.
    var outputName: String

    /// The list that the loop iterates over.
    var list: Node? {
      if case .list(let list)? = loop?.source { return list }
      return nil
    }
  }

  private mutating func facts(of output: CheckedOutput, _ code: OutputCode, _ element: DocumentPart) -> [DocumentFact] {
    let name = program.facts[output.fact].name
    let loop = Loop(loop: output.loop, code: code, filterText: output.filterText, outputName: name)
    return each(loop, element) { reader, part in reader.fact(of: output, loop, part, element) }
  }

  private mutating func proposals(
    of output: CheckedProposal, _ code: OutputCode, _ element: DocumentPart
  ) -> [JSONObject] {
    let intent = program.intents[output.intent]
    let loop = Loop(loop: output.loop, code: code, filterText: output.filterText, outputName: intent.name)
    return each(loop, element) { reader, _ in reader.proposal(of: code, intent) }
  }

  /// Makes one result for each element of an output's loop that passes its filter.
  private mutating func each<Output>(
    _ loop: Loop, _ element: DocumentPart, _ make: (inout ElementReader, DocumentPart) -> Output
  ) -> [Output] {
    guard let slot = loop.loop?.slot, let list = loop.list, let code = loop.code.list else {
      return isWanted(loop, element) ? [make(&self, element)] : []
    }
    guard case .list(let values) = evaluator.value(code) else {
      if missingLists.insert(list).inserted {
        faults.append(
          DocumentIncomplete.list(
            element.path(of: list, source, program), fact: loop.outputName, at: element.json.span.opening))
      }
      return []
    }
    let parts = element.part(of: list, source, program)
    var outputs: [Output] = []
    for (index, value) in values.enumerated() where !isOverworked {
      evaluator.set(slot, to: value)
      let inner = parts.flatMap { part in
        part.json.elements.flatMap { $0.indices.contains(index) ? part.element($0[index], at: index) : nil }
      }
      if isWanted(loop, inner ?? element) { outputs.append(make(&self, inner ?? element)) }
    }
    return outputs
  }

  private mutating func isWanted(_ loop: Loop, _ part: DocumentPart) -> Bool {
    guard let filter = loop.code.filter else { return true }
    if case .boolean(let isWanted) = evaluator.value(filter) { return isWanted }
    faults.append(
      DocumentIncomplete.condition(loop.filterText ?? "", fact: loop.outputName, part: part.name, at: part.json.span.opening))
    return false
  }

  /// Whether the work limit is exceeded.
  var isOverworked: Bool { evaluator.isOverworked }

  private mutating func values(_ nodes: [CompiledNode?]) -> [Value] {
    nodes.map { node in node.map { evaluator.outside(evaluator.value($0)) } ?? .missing(.absent) }
  }

  /// Returns the fact that an output makes from `element`, or from `current`, an element of a list in it.
  private mutating func fact(
    of output: CheckedOutput, _ loop: Loop, _ current: DocumentPart, _ element: DocumentPart
  ) -> DocumentFact {
    let type = program.facts[output.fact]
    let fields = values(loop.code.fields)
    for (index, field) in type.fields.enumerated() where fields[index].isMissing && !field.isOptional {
      let path = output.fields[index].flatMap { node in
        loopPath(of: node, loop, current) ?? element.path(of: node, source, program)
      }
      faults.append(
        DocumentIncomplete.field(field.name, of: type.name, path: path, part: current.name, at: current.json.span.opening))
    }
    for (index, field) in type.fields.enumerated() {
      guard let outside = field.range?.fault(of: fields[index]) else { continue }
      let message = "`\(type.name).\(field.name)` is \(program.display(fields[index])), \(outside)"
      faults.append(DocumentValueFault.finding(message, nearest: nil, at: current.json.span.opening))
    }
    return DocumentFact(fact: TypedFact(type: output.fact, fields: fields), part: current, document: source.document)
  }

  private func loopPath(of node: Node, _ loop: Loop, _ part: DocumentPart) -> String? {
    guard let slot = loop.loop?.slot, let list = loop.list else { return nil }
    return part.path(of: node, behind: slot, in: source, list, program)
  }

  /// Returns the proposal that an output makes. Fields without a value are omitted.
  private mutating func proposal(of code: OutputCode, _ intent: IntentType) -> JSONObject {
    let fields = zip(intent.fields, values(code.fields)).compactMap { field, value in
      value.isMissing ? nil : JSONObject.Member(name: Text(field.jsonName), value: program.json(of: value))
    }
    let actor: JSONObject = ["type": .text("system"), "user_id": .text(source.document)]
    return ["action": .text(intent.jsonName), "actor": .object(actor), "payload": .object(JSONObject(fields))]
  }
}

extension LocatedJSON {
  fileprivate var isNull: Bool {
    if case .null = kind { return true }
    return false
  }
}

/// The elements at a source's path, in the order of the document.
struct DocumentElements {
  private(set) var faults: [Diagnostic] = []
  var parts: ArraySlice<DocumentPart> = []

  /// Finds the elements.
  ///
  /// A document of JSON Lines is a list of its lines if the path begins with `[]`; otherwise each line is a document of its
  /// own. A source that reads nothing of the lines reads such a document once. It therefore also reads a document without
  /// lines.
  init(_ document: Document, _ source: CheckedSource, _ program: Program) {
    var steps = source.each[...]
    var roots: [DocumentPart]
    switch document.content {
    case .value(let json): roots = [DocumentPart(json: json, path: "")]
    case .lines where steps.isEmpty && !source.readsElements(program):
      roots = [DocumentPart(json: LocatedJSON(.object([]), at: document.nameSpan), path: "")]
    case .lines(let lines):
      roots = lines.enumerated().map { DocumentPart(json: $1, path: "[\($0)]") }
      if steps.first == .elements { steps = steps.dropFirst() }
    }
    for step in steps {
      var found: [DocumentPart] = []
      for part in roots { found += self.parts(behind: step, of: part) }
      roots = found
    }
    self.parts = roots[...]
  }

  private mutating func parts(behind step: DocumentPath.Step, of outer: DocumentPart) -> [DocumentPart] {
    switch step {
    case .member(let name):
      guard outer.json.members != nil else {
        faults.append(DocumentShapeFault.finding(outer.name, outer.json.noun, wanted: "an object", at: outer.json.span))
        return []
      }
      if let member = outer.member(name) { return [member] }
      let known = outer.json.members?.map(\.name.string) ?? []
      faults.append(DocumentPathMissing.finding(outer.joined(name), name, known: known, at: outer.json.span.opening))
      return []
    case .elements:
      guard let elements = outer.json.elements else {
        faults.append(DocumentShapeFault.finding(outer.name, outer.json.noun, wanted: "a list", at: outer.json.span))
        return []
      }
      return elements.enumerated().map { outer.element($1, at: $0) }
    }
  }
}

extension CheckedSource {
  /// Whether the facts and proposals of the source depend on the elements of its document, and not only on the document's name.
  fileprivate func readsElements(_ program: Program) -> Bool {
    var reads = NodeReads(program)
    for binding in lets { reads.add(binding.node) }
    reads.add(outputs)
    for fields in proposals.map({ [$0.filter] + $0.fields }) {
      for node in fields { reads.add(node) }
    }
    return !inputs.isEmpty || isClosed || reads.builtins.contains(.documentPosition)
  }
}

extension Span {
  /// The span of a value's first byte. A finding about an absent member shows it, so that the whole value is not underlined.
  var opening: Span { Span(file: file, start: Int(start), end: min(Int(start) + 1, Int(end))) }
}
