import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsText

/// Makes facts of one element of a document after another, as a source says.
struct ElementReader {
  private let program: Program
  private let source: CheckedSource
  private var evaluator: Evaluator
  private var faults: [Diagnostic] = []
  private let names: Set<String>

  init(program: Program, source: CheckedSource, store: FactStore) {
    self.program = program
    self.source = source
    names = Set(source.inputs.map(\.name))
    evaluator = Evaluator(
      program: program, store: store, environment: Environment([.actorUserID: .text(Text(source.document))]),
      frameSize: source.frameSize)
  }

  /// What was at fault since it was last asked.
  mutating func takeFaults() -> [Diagnostic] {
    defer { faults = [] }
    return faults
  }

  /// The facts of an element; none where something about it is at fault.
  mutating func facts(of element: DocumentPart) -> [DocumentFact] {
    guard element.json.members != nil else {
      faults.append(
        T8503DocumentShape.found(element.name, element.json.noun, wanted: "an object with members", at: element.json.span))
      return []
    }
    let element = inheriting(element)
    fill(element)
    guard faults.isEmpty else { return [] }
    for binding in source.lets { evaluator.set(binding.slot, to: evaluator.outside(evaluator.value(binding.node))) }
    var found: [DocumentFact] = []
    for output in source.outputs { found += facts(of: output, element) }
    return faults.isEmpty ? found : []
  }

  // MARK: Members

  /// Reads the members of an element as the types that the facts which they reach want.
  private mutating func fill(_ element: DocumentPart) {
    if source.isClosed {
      for member in element.json.members ?? [] where !names.contains(member.name.string) {
        let path = element.joined(member.name.string)
        faults.append(
          T8506UnknownDocumentMember.found(path, member.name.string, known: names.sorted(), at: member.nameSpan))
      }
    }
    for (slot, input) in source.inputs.enumerated() {
      guard let member = element.member(input.name) else {
        evaluator.set(slot, to: .missing(.absent))
        continue
      }
      var decoder = ValueDecoder(program: program, ignoresUnknownMembers: !source.isClosed)
      evaluator.set(slot, to: decoder.value(member.json, as: input.type, path: member.path))
      // What elements of a list take from the element around them was told there.
      let told = Set(faults.map(\.span))
      for fault in decoder.faults where !told.contains(fault.span) {
        faults.append(T8504DocumentValue.found(fault.message, nearest: fault.nearest, at: fault.span))
      }
    }
  }

  /// The element in which elements of inner lists have what they take from the element around them. What both hold nobody could
  /// tell apart.
  private mutating func inheriting(_ element: DocumentPart) -> DocumentPart {
    source.inherited.reduce(element) { part, inherited in
      let given = inherited.names.compactMap { name in element.json.member(name) }.filter { !$0.value.isNull }
      return DocumentPart(json: adding(given, to: inherited.list[...], of: part), path: part.path)
    }
  }

  private mutating func adding(
    _ given: [LocatedJSON.Member], to list: ArraySlice<String>, of part: DocumentPart
  ) -> LocatedJSON {
    guard let name = list.first, var members = part.json.members,
      let place = members.firstIndex(where: { $0.name == Text(name) }), let inner = part.member(name)
    else { return part.json }
    if list.count > 1 {
      members[place].value = adding(given, to: list.dropFirst(), of: inner)
    } else if let elements = inner.json.elements {
      let filled = elements.enumerated().map { adding(given, to: inner.element($1, at: $0)) }
      members[place].value = LocatedJSON(.array(filled), at: inner.json.span)
    }
    return LocatedJSON(.object(members), at: part.json.span)
  }

  private mutating func adding(_ given: [LocatedJSON.Member], to part: DocumentPart) -> LocatedJSON {
    guard let members = part.json.members else { return part.json }
    var kept = members.filter { !$0.value.isNull }
    for member in given {
      if let own = kept.first(where: { $0.name == member.name }) {
        faults.append(
          T8508HeldTwice.found(member.name.string, part.joined(member.name.string), at: own.nameSpan, outer: member.nameSpan))
      } else {
        kept.append(member)
      }
    }
    return LocatedJSON(.object(kept), at: part.json.span)
  }

  // MARK: Facts

  private mutating func facts(of output: CheckedOutput, _ element: DocumentPart) -> [DocumentFact] {
    guard let loop = output.loop else { return fact(of: output, element, element).map { [$0] } ?? [] }
    guard case .list(let list) = loop.source else { return [] }
    guard case .list(let values) = evaluator.value(list) else {
      faults.append(
        T8505DocumentIncomplete.list(
          element.path(of: list, source, program), fact: program.facts[output.fact].name, at: element.json.span.opening))
      return []
    }
    let parts = element.part(of: list, source, program)
    return values.enumerated().compactMap { index, value in
      evaluator.set(loop.slot, to: value)
      let inner = parts.flatMap { part in
        part.json.elements.flatMap { $0.indices.contains(index) ? part.element($0[index], at: index) : nil }
      }
      return fact(of: output, inner ?? element, element)
    }
  }

  /// The fact that an output makes of an element, or of the element of a list in it.
  private mutating func fact(of output: CheckedOutput, _ part: DocumentPart, _ element: DocumentPart) -> DocumentFact? {
    let type = program.facts[output.fact]
    if let filter = output.filter {
      guard case .boolean(let isWanted) = evaluator.value(filter) else {
        faults.append(
          T8505DocumentIncomplete.condition(
            output.filterText ?? "", fact: type.name, part: part.name, at: part.json.span.opening))
        return nil
      }
      guard isWanted else { return nil }
    }
    let fields = output.fields.map { node in node.map { evaluator.outside(evaluator.value($0)) } ?? .missing(.absent) }
    for (index, field) in type.fields.enumerated() where fields[index].isMissing && !field.isOptional {
      let path = output.fields[index].flatMap { node in
        loopPath(of: node, output, part) ?? element.path(of: node, source, program)
      }
      faults.append(
        T8505DocumentIncomplete.field(
          field.name, of: type.name, path: path, part: part.name, at: part.json.span.opening))
    }
    return DocumentFact(fact: TypedFact(type: output.fact, fields: fields), part: part, document: source.document)
  }

  private func loopPath(of node: Node, _ output: CheckedOutput, _ part: DocumentPart) -> String? {
    guard let loop = output.loop, case .list(let list) = loop.source else { return nil }
    return part.path(of: node, behind: loop.slot, in: source, list, program)
  }
}

extension LocatedJSON {
  fileprivate var isNull: Bool {
    if case .null = kind { return true }
    return false
  }
}
