import CLibYAML
import TruthsDiagnostics
import TruthsText

/// An error of libyaml, with its place in file offsets.
struct YAMLFault {
  var problem: String
  var offset: Int
  var context: String?
  var contextOffset: Int
}

/// One pass of libyaml over a chunk. libyaml gives events, and ``TreeBuilder`` makes the tree; nothing is expanded.
struct EventReader {
  /// Reads a chunk to its end, to an error, or to a limit.
  ///
  /// - Returns: the root node if one was begun, and the error of libyaml.
  static func read(_ builder: inout TreeBuilder, isASCII: Bool) -> (root: YAMLNode?, fault: YAMLFault?) {
    let chunk = builder.chunk
    let range = chunk.range
    let fault = chunk.bytes.withUnsafeBufferPointer { part -> YAMLFault? in
      withUnsafeTemporaryAllocation(of: yaml_parser_t.self, capacity: 1) { memory -> YAMLFault? in
        guard let parser = memory.baseAddress else { return nil }
        guard yaml_parser_initialize(parser) == 1 else {
          return YAMLFault(problem: "out of memory", offset: range.lowerBound, context: nil, contextOffset: range.lowerBound)
        }
        defer { yaml_parser_delete(parser) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, part.baseAddress, part.count)
        var cursor = MarkCursor(part, base: range.lowerBound, isASCII: isASCII)
        return run(parser, &cursor, &builder)
      }
    }
    return (builder.finish(fault?.offset), fault)
  }

  private static func run(
    _ parser: UnsafeMutablePointer<yaml_parser_t>, _ cursor: inout MarkCursor, _ builder: inout TreeBuilder
  ) -> YAMLFault? {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { return fault(parser, &cursor) }
      defer { yaml_event_delete(&event) }
      if event.type == YAML_STREAM_END_EVENT { return nil }
      let start = cursor.offset(event.start_mark.index)
      let end = cursor.offset(event.end_mark.index)
      guard builder.take(&event, start, end) else { return nil }
    }
  }

  private static func fault(_ parser: UnsafeMutablePointer<yaml_parser_t>, _ cursor: inout MarkCursor) -> YAMLFault {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
    let context = parser.pointee.context.map { String(cString: $0) }
    return YAMLFault(
      problem: problem, offset: cursor.offset(parser.pointee.problem_mark.index), context: context,
      contextOffset: cursor.offset(parser.pointee.context_mark.index))
  }
}

/// Converts libyaml's marks, which count code points from the beginning of a chunk, to byte offsets of the file.
///
/// Marks come nearly in order, so the cursor walks from the last one; a chunk of ASCII needs no walk.
struct MarkCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let base: Int
  private let isASCII: Bool
  private var scalars = 0
  private var offset = 0

  /// Starts at the beginning of a chunk.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the chunk alone.
  ///   - base: offset of the chunk in the file.
  ///   - isASCII: whether every byte is a code point.
  init(_ bytes: UnsafeBufferPointer<UInt8>, base: Int, isASCII: Bool) {
    self.bytes = bytes
    self.base = base
    self.isASCII = isASCII
  }

  /// Returns the file offset of the code point with an index.
  mutating func offset(_ index: Int) -> Int {
    if isASCII { return base + min(index, bytes.count) }
    while scalars < index, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      scalars += 1
    }
    while scalars > index, offset > 0 {
      offset -= 1
      while offset > 0, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      scalars -= 1
    }
    return base + offset
  }
}
