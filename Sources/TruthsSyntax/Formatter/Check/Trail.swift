import TruthsText

/// The comments of a chunk and where they stand among its keys and scalars, whatever the layout: what must not change.
enum Trail {
  enum Mark: Equatable {
    /// A key or scalar; what it says is compared elsewhere.
    case scalar
    /// A comment; one that is an ignore only counts as such on a line of its own.
    case comment(ArraySlice<UInt8>, isIgnore: Bool)
  }

  static func marks(_ chunk: Chunk, _ root: YAMLNode) -> [Mark] {
    marks(chunk, root, comments: CommentReader(chunk, root).comments[...])
  }

  static func marks(_ chunk: Chunk, _ root: YAMLNode, comments: ArraySlice<Comment>) -> [Mark] {
    var collector = Collector(chunk: chunk, comments: comments)
    collector.visit(root)
    collector.comments(before: chunk.range.upperBound)
    return collector.marks
  }

  private struct Collector {
    let chunk: Chunk
    var comments: ArraySlice<Comment>
    var marks: [Mark] = []

    mutating func visit(_ node: YAMLNode) {
      switch node.kind {
      case .broken: break
      case .scalar:
        comments(before: Int(node.span.start))
        marks.append(.scalar)
      case .sequence(let elements, _): for element in elements { visit(element) }
      case .mapping(let entries, _):
        for entry in entries {
          visit(entry.key)
          visit(entry.value)
        }
      }
    }

    mutating func comments(before offset: Int) {
      while let comment = comments.first, comment.range.lowerBound < offset {
        let text = chunk.bytes[comment.range]
        marks.append(.comment(text, isIgnore: comment.isOwnLine && IgnoreReader.isIgnore(text)))
        comments = comments.dropFirst()
      }
    }
  }
}
