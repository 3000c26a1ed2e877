import TruthsText

/// The keys, scalars and comments of a chunk in the order in which they stand, whatever the layout: what must not change.
enum Trail {
  enum Mark: Equatable {
    case scalar([UInt8])
    /// A comment; one that is an ignore only counts as such on a line of its own.
    case comment([UInt8], isIgnore: Bool)
  }

  static func marks(_ chunk: Chunk, _ root: YAMLNode) -> [Mark] {
    marks(chunk, root, comments: CommentReader(chunk, root).comments[...])
  }

  static func marks(_ chunk: Chunk, _ root: YAMLNode, comments: ArraySlice<Comment>) -> [Mark] {
    var collector = Collector(chunk: chunk, comments: comments)
    if case .mapping(let entries, _) = root.kind {
      for entry in entries {
        let word = entry.key.scalar?.string.prefix { $0 != " " } ?? ""
        collector.visit(entry, NodePath(DeclarationKind(rawValue: String(word))))
      }
    }
    collector.comments(before: chunk.range.upperBound)
    return collector.marks
  }

  private struct Collector {
    let chunk: Chunk
    var comments: ArraySlice<Comment>
    var marks: [Mark] = []

    mutating func visit(_ entry: YAMLEntry, _ path: NodePath) {
      visit(entry.key, at: .head)
      visit(entry.value, path)
    }

    mutating func visit(_ node: YAMLNode, _ path: NodePath) {
      switch node.kind {
      case .scalar: visit(node, at: path.place)
      case .broken: break
      case .sequence(let elements, _): for element in elements { visit(element, path.appending(NodePath.element)) }
      case .mapping(let entries, _):
        for entry in entries {
          visit(entry.key, at: path.keyPlace)
          visit(entry.value, path.appending(entry.key.scalar?.string ?? ""))
        }
      }
    }

    private mutating func visit(_ node: YAMLNode, at place: ScalarPlace) {
      guard let scalar = node.scalar else { return }
      comments(before: Int(node.span.start))
      let text = scalar.isNothing ? "" : ScalarReader.written(scalar, at: place)?.inline(.block) ?? ""
      marks.append(.scalar(Array(text.utf8)))
    }

    mutating func comments(before offset: Int) {
      while let comment = comments.first, comment.range.lowerBound < offset {
        let text = Array(chunk.bytes[comment.range])
        marks.append(.comment(text, isIgnore: comment.isOwnLine && IgnoreReader.isIgnore(text[...])))
        comments = comments.dropFirst()
      }
    }
  }
}
