import Testing
import Truths
import TruthsRendering

@Suite("The value stands under its term")
struct TermDiagramTests {
  private func rows(_ text: String, _ values: (label: String, value: String)...) -> [String] {
    TermDiagram(text: text, values: values).rows
  }

  @Test("values that have room stand in one row")
  func oneRow() {
    #expect(rows("amount > limit", ("amount", "5000"), ("limit", "1000")) == ["5000     1000"])
    #expect(rows("amount > 0", ("amount", "-5")) == ["-5"])
    #expect(rows("not x", ("x", "true")) == ["    true"])
  }

  @Test("a value without room stands deeper, behind a bar")
  func severalRows() {
    #expect(rows("a + b == c", ("a", "100000"), ("b", "2"), ("c", "7")) == ["│   2    7", "100000"])
    #expect(rows("a + b", ("a", "12345"), ("b", "12345")) == ["│   12345", "12345"])
    #expect(rows("a in b", ("a", "x"), ("b", "y")) == ["x    y"])
    // There is at least one blank between two values.
    #expect(rows("abc == d", ("abc", "1234567"), ("d", "1")) == ["│      1", "1234567"])
    #expect(rows("abc == d", ("abc", "123456"), ("d", "1")) == ["123456 1"])
  }

  @Test("a term is found as a whole, not as a part of another name")
  func wholeNames() {
    #expect(rows("order.amount > amount", ("amount", "1"), ("order.amount", "2")) == ["2              1"])
    #expect(rows("amounts > amount", ("amount", "1")) == ["          1"])
    #expect(rows("a == \"x\"", ("a", "x")) == ["x"])
  }

  @Test("a term that does not stand in the text is named")
  func others() {
    #expect(rows("every b in books satisfies b.value > 0", ("first failing", "2")) == ["first failing: 2"])
    #expect(rows("", ("a", "1")) == ["a: 1"])
  }

  @Test("wide characters keep their columns")
  func wide() {
    #expect(rows("name == \"請求\" or x", ("x", "1")) == ["                  1"])
  }
}
