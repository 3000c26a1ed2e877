import TruthsText

/// What operations cost in steps of work (limits §4). A step takes 20 to 150 ns.
extension WorkMeter {
  /// Bytes of text that are looked through in a step.
  static var bytesPerStep: Int { 64 }

  /// What a function, or arithmetic with more than whole numbers, takes beside what it reads and makes.
  static var stepsPerCall: Int { 6 }

  /// What it takes to look facts up in an index, beside those that are found.
  static var stepsPerLookUp: Int { 40 }

  /// What a comparison of two keys takes while values are sorted.
  static var stepsPerComparison: Int { 4 }

  /// What it takes to keep a match, to put it in its place among the others, and to fire it.
  static var stepsPerMatch: Int { 32 }

  /// What a power takes.
  static var stepsPerPower: Int { 500 }

  /// What a call of a table or function of a pack takes, beside its instructions.
  static var stepsPerTable: Int { 20 }

  /// What it takes to go into a list or record, beside its elements.
  static var stepsPerBox: Int { 3 }

  /// What a square root takes beside a call, and what the rules of a time zone do.
  static var stepsPerRoot: Int { 60 }
  static var stepsPerZone: Int { 20 }

  /// What an instance of a lifecycle takes that is put in order and made a record.
  static var stepsPerInstance: Int { 16 }

  /// What it takes to make a value that was not there, such as a text: it is written, hashed and kept.
  static var stepsPerValue: Int { 48 }

  /// What sixteen bytes of a text that is made take, for the memory that keeps them: as measured, 30,000,000 steps made half
  /// a gigabyte.
  static var stepsPerElement: Int { 4 }

  /// What a fact that was made gives back: facts have a limit of their own, within which they may take what they cost.
  private static var stepsPerFact: Int { 64 }

  /// What an entry takes: it is hashed, kept and written.
  static var stepsPerEntry: Int { 500 }

  /// Bytes of reasons, of values and of their JSON that are written in a step.
  package static var bytesWrittenPerStep: Int { 16 }

  /// What it takes to compile an expression that only an explanation reads, and what each of its instructions takes.
  static var stepsPerCompiledUnit: Int { 50 }
  static var stepsPerCompiledInstruction: Int { 4 }

  /// What a trace of a truth that fired, or of a violation, takes beside its words.
  package static var stepsPerTrace: Int { 40 }

  /// What an id takes of somebody who approves, or may not.
  static var stepsPerID: Int { 20 }

  /// Gives back what facts that were made have cost.
  func giveBack(facts: Int) { giveBack(facts * Self.stepsPerFact) }
}
