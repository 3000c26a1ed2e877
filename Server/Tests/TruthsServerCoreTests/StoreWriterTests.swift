import Testing
import TruthsServerCore
import TruthsServerTestSupport

@Suite("Batches that wait for a store")
struct StoreWriterTests {
  private static func batch(_ number: Int) -> DurableBatch {
    DurableBatch(ledger: number % 3 == 0 ? [] : [UInt8(number)], journal: number % 3 == 1 ? [] : [UInt8(number), 0x0A])
  }

  @Test("what comes while one is written is merged into the next, in order")
  func merging() {
    var writer = StoreWriter()
    #expect(writer.next() == nil)
    #expect(writer.append(Self.batch(1)) == 1)
    #expect(writer.next() == Self.batch(1))
    #expect((2...4).map { writer.append(Self.batch($0)) } == [2, 3, 4])
    #expect(writer.next() == nil && writer.durable == 0 && writer.pendingBytes == 7)
    #expect(writer.finish() == 1)
    #expect(writer.next() == DurableBatch(ledger: [2, 4], journal: [2, 0x0A, 3, 0x0A]))
    #expect(writer.finish() == 4 && writer.pendingBytes == 0)
    #expect(writer.next() == nil && writer.finish() == 4)
  }

  @Test("a whole journal is written by itself, behind what came before it")
  func wholeJournal() {
    var writer = StoreWriter()
    let whole = DurableBatch(wholeJournal: [7, 0x0A])
    for batch in [Self.batch(1), Self.batch(2), whole, Self.batch(4)] { _ = writer.append(batch) }
    #expect(writer.next() == DurableBatch(ledger: [1, 2], journal: [2, 0x0A]) && writer.finish() == 2)
    #expect(writer.next() == whole && writer.finish() == 3)
    #expect(writer.next() == Self.batch(4) && writer.finish() == 4 && writer.pendingBytes == 0)
  }

  @Test("what was stopped stays so, whatever the disk says")
  func stopping() {
    var writer = StoreWriter()
    _ = writer.append(Self.batch(1))
    _ = writer.next()
    writer.stop(.disproved("differs"))
    writer.fail(.full("no room"))
    writer.retry()
    #expect(writer.next() == nil && writer.fault == .disproved("differs"))
  }

  @Test("a batch that failed is kept as it is, and tried again when that is asked for")
  func retrying() {
    var writer = StoreWriter()
    _ = writer.append(Self.batch(1))
    let first = writer.next()
    _ = writer.append(Self.batch(2))
    writer.fail(.full("no room"))
    #expect(writer.next() == nil && writer.fault == .full("no room") && writer.durable == 0)
    writer.retry()
    #expect(writer.next() == first && writer.finish() == 1)
    #expect(writer.next() == Self.batch(2))
    writer.fail(.broken("lost"))
    writer.retry()
    #expect(writer.next() == nil && writer.fault == .broken("lost") && writer.durable == 1)
  }

  @Test("a merged batch has a size, whatever its parts, and every part is written once")
  func sizes() {
    var numbers = SeededNumbers(7)
    for most in [1, 10, 100] {
      var writer = StoreWriter(mostBytes: most)
      var (given, written) = (DurableBatch(), DurableBatch())
      var last = 0
      for number in 0..<300 {
        let bytes = [UInt8](repeating: UInt8(number % 251), count: 1 + numbers.below(20))
        let batch = numbers.percent(50) ? DurableBatch(ledger: bytes) : DurableBatch(journal: bytes)
        given.append(batch)
        last = writer.append(batch)
        guard numbers.percent(20), let next = writer.next() else { continue }
        #expect(next.count <= max(most, 20))
        if numbers.percent(20) {
          writer.fail(.failed("again"))
          writer.retry()
          #expect(writer.next() == next)
        }
        written.append(next)
        _ = writer.finish()
      }
      while let next = writer.next() {
        written.append(next)
        _ = writer.finish()
      }
      #expect(written == given && writer.durable == last && writer.pendingBytes == 0)
    }
  }
}
