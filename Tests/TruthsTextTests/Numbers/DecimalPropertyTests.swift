import Testing

@testable import TruthsText

/// Decimals against sums on paper: `SchoolNumber` shares no code with them.
struct DecimalPropertyTests {
  /// A number of up to 34 digits with up to 40 places, often short, often near a limit.
  private func anyDecimal(_ random: inout SplitMix64) -> Decimal {
    let digits = Int.random(in: 1...34, using: &random)
    var coefficient: Int128 = 0
    let style = Int.random(in: 0..<4, using: &random)
    for _ in 0..<digits {
      let digit = style == 0 ? 9 : style == 1 ? 0 : Int.random(in: 0...9, using: &random)
      coefficient = coefficient * 10 + Int128(style == 1 && coefficient == 0 ? 1 : digit)
    }
    if Bool.random(using: &random) { coefficient.negate() }
    let scale = Int.random(in: 0...(Bool.random(using: &random) ? 40 : 3), using: &random)
    return (try? Decimal.make(coefficient: coefficient, scale: scale).get()) ?? .zero
  }

  private func school(_ decimal: Decimal, scale: Int) -> SchoolNumber {
    SchoolNumber(String(decimal.coefficient)).shifted(scale - Int(decimal.scale))
  }

  /// Returns the expected result of a decimal operation for the exact value `number / 10^scale`.
  private func expected(_ number: SchoolNumber, scale: Int) -> Result<Decimal, DecimalFault> {
    var digits = number.digits
    var scale = scale
    while scale > 0, digits.first == 0 {
      digits.removeFirst()
      scale -= 1
    }
    if digits.isEmpty { return .success(.zero) }
    if digits.count > 34 {
      let dropped = digits.count - 34
      let half = [Int](repeating: 0, count: dropped - 1) + [5]
      let rest = SchoolNumber(digits: Array(digits.prefix(dropped)), isNegative: false)
      let tie = SchoolNumber(digits: half, isNegative: false)
      var kept = SchoolNumber(digits: Array(digits.dropFirst(dropped)), isNegative: false)
      if tie < rest || rest == tie && kept.isOdd { kept = kept + SchoolNumber("1") }
      return expected(SchoolNumber(digits: kept.digits, isNegative: number.isNegative), scale: scale - dropped)
    }
    let zeros = scale < 0 ? min(-scale, 34 - digits.count) : 0
    let size = ([Int](repeating: 0, count: zeros) + digits).reversed().reduce(0 as Int128) { $0 * 10 + Int128($1) }
    return .success(Decimal(trusted: number.isNegative ? -size : size, scale: Int32(scale + zeros)))
  }

  @Test func additionAndComparison() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<3000 {
      let (left, right) = (anyDecimal(&random), anyDecimal(&random))
      let scale = Int(max(left.scale, right.scale))
      let (a, b) = (school(left, scale: scale), school(right, scale: scale))
      #expect(left.adding(right) == expected(a + b, scale: scale), "\(left) + \(right)")
      #expect(left.subtracting(right) == expected(a + -b, scale: scale), "\(left) - \(right)")
      #expect((left < right) == (a < b), "\(left) < \(right)")
      #expect((left == right) == (a == b))
    }
  }

  @Test func multiplication() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<3000 {
      let (left, right) = (anyDecimal(&random), anyDecimal(&random))
      let product = school(left, scale: Int(left.scale)) * school(right, scale: Int(right.scale))
      #expect(left.multiplied(by: right) == expected(product, scale: Int(left.scale + right.scale)), "\(left) * \(right)")
    }
  }

  @Test func remainder() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<1500 {
      let (left, right) = (anyDecimal(&random), anyDecimal(&random))
      guard right != .zero else { continue }
      let scale = Int(max(left.scale, right.scale))
      let rest = school(left, scale: scale).divided(by: school(right, scale: scale)).rest
      #expect(left.remainder(dividingBy: right) == expected(rest, scale: scale), "\(left) % \(right)")
    }
  }

  @Test func division() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<1500 {
      let (left, right) = (anyDecimal(&random), anyDecimal(&random))
      guard left != .zero, right != .zero else { continue }
      // 120 places are more than the 34 digits of any quotient here. A digit other than zero after them represents all further
      // ones.
      let scale = Int(max(left.scale, right.scale))
      let (a, b) = (school(left, scale: scale), school(right, scale: scale))
      let (quotient, rest) = a.shifted(120).divided(by: b)
      let more = quotient.size.shifted(1) + SchoolNumber(rest.digits.isEmpty ? "0" : "1")
      let signed = SchoolNumber(digits: more.digits, isNegative: a.isNegative != b.isNegative)
      #expect(left.divided(by: right) == expected(signed, scale: 121), "\(left) / \(right)")
    }
  }

  @Test func rounding() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let number = anyDecimal(&random)
      let places = Int.random(in: -3...13, using: &random)
      guard places < Int(number.scale) else { continue }
      let exact = school(number, scale: Int(number.scale))
      let unit = SchoolNumber("1").shifted(Int(number.scale) - places)
      var (quotient, rest) = exact.size.divided(by: unit)
      let twice = rest + rest
      if unit < twice || (twice == unit && quotient.isOdd) { quotient = quotient + SchoolNumber("1") }
      let signed = SchoolNumber(digits: quotient.digits, isNegative: exact.isNegative)
      #expect(number.rounded(places: places) == expected(signed, scale: places), "round(\(number), \(places))")
    }
  }

  @Test func sumsAreExactInAnyOrder() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<300 {
      var terms = (0..<Int.random(in: 1...12, using: &random)).map { _ in anyDecimal(&random) }
      // Opposites make the sum come back from far beyond 34 digits.
      terms += terms.dropLast().map(\.negated)
      let exact = terms.reduce(SchoolNumber("")) { $0 + school($1, scale: 40) }
      let wanted = expected(exact, scale: 40)
      for _ in 0..<3 {
        terms.shuffle(using: &random)
        var sum = DecimalSum()
        for term in terms { sum.add(term) }
        #expect(sum.result == wanted, "sum of \(terms)")
      }
    }
  }

  @Test func aMillionLargeTermsDoNotTrap() throws {
    let nines = try Decimal.make(coefficient: 9_999_999_999_999_999_999_999_999_999_999_999, scale: -6111).get()
    var sum = DecimalSum()
    for _ in 0..<200_000 { sum.add(nines) }
    #expect(sum.result == .failure(.overflow))
    for _ in 0..<199_999 { sum.add(nines.negated) }
    #expect(sum.result == .success(nines))
    sum.add(.one)
    sum.add(nines.negated)
    #expect(sum.result == .success(.one))
  }

  @Test func literalsAreReadBack() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let digits = (0..<Int.random(in: 1...15, using: &random)).map { _ in String(Int.random(in: 0...9, using: &random)) }
        .joined()
      let point = Int.random(in: 0...min(12, digits.count - 1), using: &random)
      let literal = point == 0 ? digits : digits.dropLast(point) + "." + digits.suffix(point)
      let number = try Decimal(literal: literal)
      #expect(Result.success(number) == expected(SchoolNumber(digits), scale: point), "\(literal)")
      #expect(number.fitsOutside)
    }
  }
}
