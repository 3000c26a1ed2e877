import TruthsProgram

extension ReadCollector {
  /// Reads a call of a table or function. It is missing if an argument it needs is missing, or if one of its rows has no value.
  mutating func table(_ index: Int, _ typed: Typed, _ flow: FlowState) {
    let before = reads.count
    let needed = program.tables[index].neededInputs
    for (place, argument) in typed.parts.enumerated() where needed.contains(place) { read(argument, flow) }
    let table = program.tables[index]
    fit(table.inputs, typed.parts, flow)
    if let lacks {
      let open = lacks[index].first { !isEstablished([$0.prerequisite], typed.parts, flow) }
      guard reads.count == before, let open else { return }
      return value(typed, because: open.cause)
    }
    guard reads.count == before || wantsCurrencies, table.mayBeMissing else { return }
    let open = table.lacks.filter { !isEstablished([$0], typed.parts, flow) }
    if let first = open.first(where: \.isOfCurrencies), wantsCurrencies || open[0] == first {
      return add(mixed(first, in: typed))
    }
    if reads.count == before, !open.isEmpty || table.lacks.isEmpty { value(typed) }
  }

  /// Whether everything that a function lacks is known to exist where it is called.
  private func isEstablished(_ lacks: [Prerequisite], _ arguments: [Typed], _ flow: FlowState) -> Bool {
    !lacks.isEmpty
      && lacks.allSatisfy { lack in
        let there = lack.substituting { arguments.indices.contains($0) ? arguments[$0].node : nil }
        if case .same(let one, let other)? = there { return isSame(one, other, flow) }
        return there.map(flow.contains) ?? false
      }
  }

  /// Returns the read for a function that compares or adds two amounts whose currencies may differ.
  private func mixed(_ lack: Prerequisite, in call: Typed) -> MissingRead {
    let arguments = call.parts
    let there = lack.substituting { arguments.indices.contains($0) ? arguments[$0].node : nil }
    guard case .same(.slot(let one), .slot(let other)) = lack, let there else {
      return MissingRead(prerequisite: .value(call.node), span: call.span, kind: .within(call.label))
    }
    let labels = (arguments[one].label, arguments[other].label)
    if labels.0.isEmpty || labels.1.isEmpty {
      return MissingRead(prerequisite: there, span: call.span, kind: .within(call.label))
    }
    return MissingRead(prerequisite: there, span: call.span, kind: .currencies(labels.0, labels.1, help: .compare))
  }
}

extension Prerequisite {
  fileprivate var isOfCurrencies: Bool {
    if case .same = self { return true }
    return false
  }
}
