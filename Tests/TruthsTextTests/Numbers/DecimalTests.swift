import Testing
import TruthsText

/// Returns the decimal of a literal; an invalid one fails the test.
func decimal(_ literal: String) throws -> Decimal { try Decimal(literal: literal) }

struct DecimalTests {
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("0.000", "0"), ("5.0", "5"), ("007", "7"), ("1.50", "1.5"), ("-12.25", "-12.25"),
    ("999999999999999", "999999999999999"), ("0.000000000001", "1e-12"), ("123456789.123456", "123456789.123456"),
    ("100000000000000.000000000000000000", "100000000000000"), ("0.1000000000000000000", "0.1"),
  ])
  func literalsAreReadAndWritten(literal: String, text: String) throws {
    #expect(try decimal(literal).canonicalText == text)
  }

  @Test(arguments: ["", "-", ".", "1.", ".5", "+1", "1e3", "1_000", " 1", "1 ", "--1", "1.2.3", "١", "1-"])
  func malformedLiterals(literal: String) {
    #expect(throws: DecimalLiteralFault.malformed) { try decimal(literal) }
  }

  @Test(arguments: [
    ("1234567890123456", DecimalLiteralFault.tooManyDigits), ("0.1234567890123456", .tooManyDigits),
    ("100000000000000.1", .tooManyDigits), ("0.0000000000001", .tooManyPlaces), ("1.0000000000001", .tooManyPlaces),
    ("1000000000000000", .tooLarge), ("9990000000000000", .tooLarge), ("-1000000000000000", .tooLarge),
  ])
  func literalsPastTheLimits(literal: String, fault: DecimalLiteralFault) {
    #expect(throws: fault) { try decimal(literal) }
  }

  @Test func equalNumbersAreEqualStructures() throws {
    #expect(try decimal("5.0") == Decimal(5))
    #expect(try decimal("5.0").isInteger)
    #expect(try decimal("5.0").intValue == 5)
    #expect(try decimal("5.5").intValue == nil)
    #expect(try decimal("-0").negated == .zero)
    #expect(Decimal(Int.min).abs.negated == Decimal(Int.min))
    #expect(Decimal(Int.min).intValue == Int.min)
    #expect(Decimal(Int.max).adding(.one).map(\.intValue) == .success(nil))
  }

  @Test func exactWhile34DigitsAreEnough() throws {
    let nines = try Decimal.make(coefficient: Self.power(34) - 1, scale: 0).get()
    #expect(nines.adding(.one).map(\.canonicalText) == .success("1" + String(repeating: "0", count: 34)))
    #expect(nines.adding(Decimal(2)).map(\.canonicalText) == .success("1" + String(repeating: "0", count: 34)))
    #expect(nines.subtracting(.one).map(\.canonicalText) == .success(String(repeating: "9", count: 33) + "8"))
    let quarter = try decimal("0.25")
    #expect(nines.adding(quarter) == .success(nines))
    #expect(nines.adding(quarter).flatMap { $0.subtracting(nines) } == .success(.zero))
    #expect(Decimal.make(coefficient: Self.power(37), scale: 3) == Decimal.make(coefficient: 1, scale: -34))
    #expect(Decimal.make(coefficient: Self.power(36), scale: 3) == Decimal.make(coefficient: Self.power(33), scale: 0))
  }

  @Test func sizesHaveTheLimitsOfDecimal128() throws {
    let large = try Decimal.make(coefficient: 1, scale: -6144).get()
    #expect(large.multiplied(by: Decimal(10)) == .failure(.overflow))
    #expect(
      try large.multiplied(by: decimal("9.99999")).get() < Decimal.make(coefficient: Self.power(33) * 10 - 1, scale: -6111).get())
    #expect(large.adding(.one) == .success(large))
    #expect(large.isInteger && large.intValue == nil)
    let small = try Decimal.make(coefficient: 1, scale: 6143).get()
    #expect(small.divided(by: Decimal(2)) == .success(.zero))
    #expect(small.multiplied(by: large) == Decimal.make(coefficient: 10, scale: 0))
    #expect(Decimal.one.adding(small) == .success(.one))
    // Half of the last place alone goes to the even neighbour; with anything behind it, up.
    let half = try Decimal.make(coefficient: 5, scale: 34).get()
    #expect(Decimal.one.adding(half) == .success(.one))
    let odd = try Decimal.make(coefficient: Self.power(33) + 1, scale: 33).get()
    #expect(odd.adding(half) == Decimal.make(coefficient: Self.power(33) + 2, scale: 33))
    #expect(Decimal.one.adding(half).flatMap { $0.adding(small) } == .success(.one))
    #expect(half.adding(small).flatMap { Decimal.one.adding($0) } == .success(.one))
  }

  @Test(
    arguments: [
      ("1", "3", "0.333333333333"), ("2", "3", "0.666666666667"), ("10000", "3", "3333.33333333333"),
      ("-1", "3", "-0.333333333333"), ("1", "-8", "-0.125"), ("6", "3", "2"), ("0", "7", "0"),
      ("0.000000000001", "2", "0"), ("0.000000000003", "2", "2e-12"), ("0.000000000005", "2", "2e-12"),
      ("-0.000000000003", "2", "-2e-12"), ("999999999999999", "2", nil), ("999999999999999", "0.001", nil),
      ("100000000000001", "3", "33333333333333.7"), ("999999999999998", "3", "333333333333333"),
      ("100000000000001", "2", "50000000000000.5"), ("1", "999999999999999", "0"), ("1", "1000000000000", "1e-12"),
      ("1", "2000000000000", "0"),
      ("1.000000000001", "2000000000000", "1e-12"), ("1", "0.000000000001", "1000000000000"), ("12345", "0.0001", "123450000"),
    ] as [(String, String, String?)])
  func quotientsLeaveRounded(dividend: String, divisor: String, quotient: String?) throws {
    #expect(try decimal(dividend).divided(by: decimal(divisor)).get().leaving?.canonicalText == quotient)
  }

  @Test func quotientsHave34Digits() throws {
    #expect(try Decimal.one.divided(by: Decimal(3)).get().canonicalText == "0." + String(repeating: "3", count: 34))
    #expect(try Decimal(2).divided(by: Decimal(3)).get().canonicalText == "0." + String(repeating: "6", count: 33) + "7")
    #expect(try Decimal(20000).divided(by: Decimal(3)).get().canonicalText == "6666." + String(repeating: "6", count: 29) + "7")
  }

  @Test(arguments: [
    ("7", "3", "1"), ("-7", "3", "-1"), ("7", "-3", "1"), ("5.5", "2", "1.5"), ("1", "0.3", "0.1"), ("0.1", "5", "0.1"),
    ("6", "3", "0"), ("999999999999999", "0.000000000007", "5e-12"),
  ])
  func remainderHasTheSignOfTheDividend(dividend: String, divisor: String, rest: String) throws {
    #expect(try decimal(dividend).remainder(dividingBy: decimal(divisor)).get().canonicalText == rest)
  }

  @Test func nothingIsDividedByZero() throws {
    #expect(Decimal.one.divided(by: .zero) == .failure(.divisionByZero))
    #expect(Decimal.zero.divided(by: .zero) == .failure(.divisionByZero))
    #expect(Decimal.one.remainder(dividingBy: .zero) == .failure(.divisionByZero))
  }

  @Test(arguments: [
    ("2.5", 0, "2"), ("3.5", 0, "4"), ("-2.5", 0, "-2"), ("-3.5", 0, "-4"), ("2.51", 0, "3"), ("0.5", 0, "0"),
    ("-0.5", 0, "0"), ("1.005", 2, "1"), ("1.015", 2, "1.02"), ("1.0151", 2, "1.02"), ("1.2", 5, "1.2"), ("9.99", 1, "10"),
    ("15", -1, "20"), ("25", -1, "20"), ("49", -2, "0"), ("51", -2, "100"), ("1", -1000, "0"), ("0.000000000001", 3, "0"),
  ])
  func roundingIsHalfEven(number: String, places: Int, rounded: String) throws {
    #expect(try decimal(number).rounded(places: places).get().canonicalText == rounded)
  }

  @Test(arguments: [
    ("2.5", "2", "3"), ("-2.5", "-3", "-2"), ("3", "3", "3"), ("-0.1", "-1", "0"), ("0.1", "0", "1"), ("0", "0", "0"),
  ])
  func floorAndCeil(number: String, floor: String, ceil: String) throws {
    #expect(try decimal(number).floor.canonicalText == floor)
    #expect(try decimal(number).ceil.canonicalText == ceil)
  }

  @Test func limitsOfWhatLeavesAnExpression() throws {
    let inside = ["999999999999999", "0.000000000001", "-123.456", "0", "999.999999999999"]
    for text in inside { #expect(try decimal(text).fitsOutside) }
    #expect(try !decimal("999999999999999").adding(.one).get().fitsOutside)
    #expect(try !decimal("0.000000000001").multiplied(by: decimal("0.1")).get().fitsOutside)
    #expect(try !decimal("1000000000000").adding(decimal("0.0001")).get().fitsOutside)
    // Cents would be lost: not rounded, but missing.
    #expect(try decimal("1000000000000").adding(decimal("0.0001")).get().leaving == nil)
    #expect(try decimal("999999999999999").adding(.one).get().leaving == nil)
    #expect(try decimal("0.000000000001").multiplied(by: decimal("0.1")).get().leaving == .zero)
    // 13 places and 15 digits before the point: rounded to 15 digits.
    let wide = try decimal("999999999999999").adding(decimal("0.000000000004").divided(by: Decimal(10)).get()).get()
    #expect(try wide.leaving == decimal("999999999999999"))
    let raised = try decimal("999999999999999").adding(
      decimal("0.75").adding(decimal("0.000000000004").divided(by: Decimal(10)).get()).get())
    #expect(try raised.get().leaving == nil)
  }

  @Test func numbersPastTheLimitsPrintPlainly() throws {
    #expect(try decimal("0.000000000001").multiplied(by: decimal("0.1")).get().canonicalText == "0.0000000000001")
    #expect(
      try Decimal.make(coefficient: -Self.power(30), scale: 0).get().canonicalText == "-1" + String(repeating: "0", count: 30))
  }

  @Test(arguments: [
    ("0.1", "0.1"), ("0.01", "0.01"), ("0.000001", "0.000001"), ("0.0000001", "1e-7"), ("0.0000015", "0.0000015"),
    ("0.00000015", "1.5e-7"), ("-0.000000123", "-1.23e-7"), ("100", "100"), ("123.456", "123.456"),
    ("100000000000000", "100000000000000"), ("0.000000000999", "9.99e-10"),
  ])
  func canonicalTextIsThatOfECMAScript(number: String, text: String) throws {
    #expect(try decimal(number).canonicalText == text)
  }

  static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
