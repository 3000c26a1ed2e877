import Truths

/// Measures Truths. `table.py` and the peers' folder call this; each call is a process of its own.
@main
enum Main {
  static func main() {
    do {
      for row in try rows(Array(CommandLine.arguments.dropFirst())) { print(row.text) }
    } catch {
      fail(error.text())
    }
  }

  private static func rows(_ words: [String]) throws(Findings) -> [Row] {
    switch words.first {
    case "list" where words.count == 1: return Measure.all.map(\.row)
    case "time" where words.count == 4:
      return [try Measure.named(words[1]).time(size: number(words[2]), seconds: Double(words[3]) ?? 1)]
    case "count" where words.count == 4:
      return [try Measure.named(words[1]).count(size: number(words[2]), runs: number(words[3]))]
    case "cores" where words.count == 5:
      let (size, threads) = (number(words[2]), number(words[3]))
      return [try Measure.named(words[1]).cores(size: size, threads: threads, seconds: Double(words[4]) ?? 1)]
    case "files" where words.count == 5:
      return [try Measure.files(words[1], words[2], words[3]).time(size: 1, seconds: Double(words[4]) ?? 1)]
    case "write" where words.count >= 3: write(words)
    case "w1" where words.count == 4: return [try PeerDecisions.facts(number(words[1]), variant: words[2], codes: words[3])]
    case "w2" where words.count == 3: return [try PeerDecisions.truths(number(words[1]), codes: words[2])]
    case "w3" where words.count == 3: return [try PeerChain.row(number(words[2]), variant: words[1])]
    case "w5" where words.count == 2: return try PeerRates.rows(words[1])
    default: fail(usage)
    }
    return []
  }

  /// Data for programs that read files.
  private static func write(_ words: [String]) {
    switch (words[1], words.count) {
    case ("truth", 3): Files.write(words[2], InvoicePack.files)
    case ("truths", 4): Files.write(words[3], InvoicePack.files(number(words[2])))
    case ("clean-truths", 4): Files.write(words[3], InvoicePack.cleanFiles(number(words[2])))
    case ("context", 4): Files.write(words[3], InvoiceContext(count: number(words[2])).source.bytes)
    case ("proposals", 5):
      Files.write(words[4], InvoiceProposal.batch(number(words[2]), on: InvoiceContext(count: number(words[3]))))
    default: fail(usage)
    }
  }

  private static func number(_ word: String) -> Int {
    guard let number = Int(word), number > 0 else { fail("\(word) is no number above 0") }
    return number
  }

  private static let usage = """
    list                          what there is to measure
    time NAME SIZE SECONDS        what an operation costs
    cores NAME SIZE THREADS SECONDS  threads that share the gate, beside one alone
    count NAME SIZE RUNS          the same work a number of times, for a counter of instructions
    files PACK CONTEXT PROPOSALS SECONDS  decisions over given data
    write truth FOLDER | truths COUNT FOLDER | clean-truths COUNT FOLDER | context FACTS FILE | proposals COUNT FACTS FILE
    w1 FACTS VARIANT CODES | w2 TRUTHS CODES | w3 VARIANT EDGES | w5 DATA
    """
}
