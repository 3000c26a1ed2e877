import TruthsText

/// What ``PlainReader`` finds, taken as the same events of libyaml are.
extension TreeBuilder {
  /// Takes a plain scalar that stands in the file as it is read.
  ///
  /// - Returns: `false` where a limit or a finding is libyaml's to come to.
  mutating func plain(_ value: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard count(start, end), !isColonTrap(value, start) else { return false }
    let text = ClauseText(file: chunk.file.id, bytes: chunk.file.bytes, range: start..<end, style: .plain)
    add(YAMLNode(.scalar(YAMLScalar(text: text)), at: chunk.span(start, end)))
    return true
  }

  /// Begins a mapping or list without brackets.
  mutating func beginBlock(isMapping: Bool, at start: Int) -> Bool {
    begin(isMapping: isMapping, isFlow: false, nil, nil, start, start)
  }

  /// Ends the innermost one.
  mutating func closeBlock() { close(at: 0) }
}
