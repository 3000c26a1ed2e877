import TruthsText

/// The costs of operations in steps of work (limits §4). A step takes 20 to 150 ns.
extension WorkMeter {
  /// The bytes of text searched in a step.
  static var bytesPerStep: Int { 64 }

  /// The cost of a function call, or of arithmetic beyond whole numbers, without the data read and made.
  static var stepsPerCall: Int { 6 }

  /// The cost of a look-up in an index, without the facts found.
  static var stepsPerLookUp: Int { 40 }

  /// The cost of comparing two sort keys.
  static var stepsPerComparison: Int { 4 }

  /// The cost of storing, sorting and firing a match.
  static var stepsPerMatch: Int { 32 }

  static var stepsPerPower: Int { 500 }

  /// The cost of calling a table or function of a pack, without its instructions.
  static var stepsPerTable: Int { 20 }

  /// The cost of visiting a list or record, without its elements.
  static var stepsPerBox: Int { 3 }

  /// The cost of a square root without its call; ``stepsPerZone`` is the cost of applying the rules of a time zone.
  static var stepsPerRoot: Int { 60 }
  static var stepsPerZone: Int { 20 }

  /// The cost of an instance of a lifecycle, which is sorted and made into a record.
  static var stepsPerInstance: Int { 16 }

  /// The cost of making a new value, such as a text: it is written, hashed and stored.
  static var stepsPerValue: Int { 48 }

  /// The cost of sixteen bytes of new text, for the memory that they need: as measured, 30,000,000 steps made half a gigabyte.
  static var stepsPerElement: Int { 4 }

  /// The steps given back for a new fact, because facts have their own limit.
  private static var stepsPerFact: Int { 64 }

  /// The cost of an entry, which is hashed, stored and written.
  static var stepsPerEntry: Int { 500 }

  /// The bytes of reasons, values and their JSON written in a step.
  package static var bytesWrittenPerStep: Int { 16 }

  /// The costs of compiling an expression for an explanation, and of each of its instructions.
  static var stepsPerCompiledUnit: Int { 50 }
  static var stepsPerCompiledInstruction: Int { 4 }

  /// The cost of a trace for a fired truth or a violation, without its words.
  package static var stepsPerTrace: Int { 40 }

  /// The cost of the id of a person who may or may not approve.
  static var stepsPerID: Int { 20 }

  /// Gives back the steps that were counted for new facts, because facts have a limit of their own.
  func giveBack(facts: Int) { giveBack(facts * Self.stepsPerFact) }
}
