/// How much may be made for a frame altogether, in elements: what is made is dropped only with it, and a loop may make a large
/// text for each element of a list. Past it values are missing (``MissingCause/total``).
enum MachineRoom {
  /// Elements of one value, those of its elements included (``MissingCause/size``); sixteen bytes of text count as one.
  static var ofValue: Int { 1_000_000 }
  static var bytesPerElement: Int { 16 }

  /// Elements of all that is made for one frame.
  static var ofFrame: Int { 32 * ofValue }

  /// From so much on an evaluator drops what was made, as soon as nothing needs it.
  static var heavy: Int { ofValue }

  /// What a value that is made costs beside its elements.
  static var perValue: Int { 2 }
}
