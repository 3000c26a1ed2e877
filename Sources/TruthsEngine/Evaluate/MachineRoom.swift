/// How much may be made for a frame altogether, in elements: what is made is dropped only with it, and a loop may make a large
/// text for each element of a list. Past it values are missing (``MissingCause/total``).
enum MachineRoom {
  /// Elements of one value, those of its elements included (``MissingCause/size``); sixteen bytes of text count as one.
  static var ofValue: Int { 1_000_000 }
  static var bytesPerElement: Int { 16 }

  /// Where a decision is made by the whole procedure. What there is room for is defined by it alone.
  static var whole: Int { 32 * ofValue }

  /// On the short ways, which may count what the whole procedure does not: past it they leave the decision to that.
  static var quick: Int { ofValue }

  /// From so much on an evaluator drops what was made, as soon as nothing needs it.
  static var heavy: Int { ofValue }

  /// What a value that is made costs beside its elements.
  static var perValue: Int { 2 }
}
