import TruthsText

extension TreeLayout {
  /// A key as it is written, without its colon.
  mutating func key(_ node: YAMLNode, at place: ScalarPlace) -> String? {
    guard let scalar = node.scalar, !scalar.isNothing, let written = ScalarReader.written(scalar, at: place) else {
      fail()
      return nil
    }
    return written.inline(.block)
  }

  /// A scalar behind its head: on the same line, or as a block under it where it is too long for one.
  mutating func scalar(_ head: String, _ scalar: YAMLScalar, _ node: YAMLNode, _ path: NodePath, _ level: Level) {
    if scalar.isNothing {
      add(head, at: level.indentation)
      return trailing(behind: Int(node.span.end))
    }
    guard let text = ScalarReader.written(scalar, at: path.place) else { return fail() }
    let start = Int(node.span.start)
    let room = Self.lineLimit - level.indentation - head.unicodeScalars.count - 1
    let block = text.block(room: (line: room, block: Self.width - level.indentation - 2))
    let first = block?.header ?? text.inline(.block)
    let inner = level.indentation + 2
    if hasComment(before: start) {
      self.head(head, before: start, level)
      add(first, block?.lines ?? [], at: inner, blockAt: inner)
    } else {
      add(head + " " + first, block?.lines ?? [], at: level.indentation, blockAt: inner)
    }
    // A comment behind the header of a block stands before the block's end.
    if hasComment(before: Int(node.span.end)) { attach() } else { trailing(behind: Int(node.span.end)) }
  }

  /// A list in brackets on one line; `nil` where it has to stand on several: it is long, or holds comments or mappings.
  func flow(_ node: YAMLNode, _ path: NodePath, room: Int) -> String? {
    guard case .sequence(let elements, _) = node.kind else { return nil }
    let holdsComment = comments[written...].first { $0.range.lowerBound > node.span.start }
    if let holdsComment, holdsComment.range.lowerBound < node.span.end { return nil }
    var texts: [String] = []
    var length = 2
    for element in elements {
      guard let text = flowText(element, path.appending(NodePath.element), room: room) else { return nil }
      texts.append(text)
      length += text.unicodeScalars.count + (texts.count > 1 ? 2 : 0)
      if length > room { return nil }
    }
    return "[" + texts.joined(separator: ", ") + "]"
  }

  private func flowText(_ node: YAMLNode, _ path: NodePath, room: Int) -> String? {
    switch node.kind {
    case .scalar(let scalar): scalar.isNothing ? nil : ScalarReader.written(scalar, at: path.place)?.inline(.flow)
    case .sequence: flow(node, path, room: room)
    case .mapping, .broken: nil
    }
  }
}
