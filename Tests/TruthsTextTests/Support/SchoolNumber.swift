/// A whole number as decimal digits, calculated as on paper: slow, simple, and independent of the tested code.
struct SchoolNumber: Equatable {
  /// Digits from the last to the first, no zero at the end; zero has none.
  var digits: [Int]
  var isNegative: Bool

  init(_ text: String) {
    isNegative = text.hasPrefix("-")
    digits = text.filter(\.isNumber).reversed().compactMap { $0.wholeNumberValue }
    trim()
  }

  init(digits: [Int], isNegative: Bool) {
    self.digits = digits
    self.isNegative = isNegative
    trim()
  }

  var isZero: Bool { digits.isEmpty }
  var isOdd: Bool { (digits.first ?? 0) % 2 == 1 }
  var size: SchoolNumber { SchoolNumber(digits: digits, isNegative: false) }

  /// Times 10^count.
  func shifted(_ count: Int) -> SchoolNumber {
    SchoolNumber(digits: [Int](repeating: 0, count: count) + digits, isNegative: isNegative)
  }

  static func + (left: SchoolNumber, right: SchoolNumber) -> SchoolNumber {
    if left.isNegative != right.isNegative {
      return isLess(left.digits, right.digits)
        ? SchoolNumber(digits: difference(right.digits, left.digits), isNegative: right.isNegative)
        : SchoolNumber(digits: difference(left.digits, right.digits), isNegative: left.isNegative)
    }
    var sum: [Int] = []
    var carry = 0
    for index in 0..<max(left.digits.count, right.digits.count) {
      carry += (index < left.digits.count ? left.digits[index] : 0) + (index < right.digits.count ? right.digits[index] : 0)
      sum.append(carry % 10)
      carry /= 10
    }
    return SchoolNumber(digits: sum + [carry], isNegative: left.isNegative)
  }

  static prefix func - (number: SchoolNumber) -> SchoolNumber {
    SchoolNumber(digits: number.digits, isNegative: !number.isNegative)
  }

  static func * (left: SchoolNumber, right: SchoolNumber) -> SchoolNumber {
    var product = [Int](repeating: 0, count: left.digits.count + right.digits.count + 1)
    for (place, digit) in left.digits.enumerated() {
      var carry = 0
      for (other, factor) in right.digits.enumerated() {
        carry += product[place + other] + digit * factor
        product[place + other] = carry % 10
        carry /= 10
      }
      product[place + right.digits.count] += carry
    }
    return SchoolNumber(digits: product, isNegative: left.isNegative != right.isNegative)
  }

  /// Quotient towards zero and rest with the sign of the dividend.
  func divided(by divisor: SchoolNumber) -> (quotient: SchoolNumber, rest: SchoolNumber) {
    var rest = SchoolNumber("")
    var quotient: [Int] = []
    for digit in digits.reversed() {
      rest = rest.shifted(1) + SchoolNumber(digits: [digit], isNegative: false)
      var count = 0
      while !Self.isLess(rest.digits, divisor.digits) {
        rest = rest + -divisor.size
        count += 1
      }
      quotient.insert(count, at: 0)
    }
    return (
      SchoolNumber(digits: quotient, isNegative: isNegative != divisor.isNegative),
      SchoolNumber(digits: rest.digits, isNegative: isNegative)
    )
  }

  static func < (left: SchoolNumber, right: SchoolNumber) -> Bool { (left + -right).isNegative }

  static func isLess(_ left: [Int], _ right: [Int]) -> Bool {
    left.count != right.count ? left.count < right.count : left.reversed().lexicographicallyPrecedes(right.reversed())
  }

  private static func difference(_ larger: [Int], _ smaller: [Int]) -> [Int] {
    var result = larger
    for index in larger.indices {
      result[index] -= index < smaller.count ? smaller[index] : 0
      if result[index] < 0 {
        result[index] += 10
        result[index + 1] -= 1
      }
    }
    return result
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { isNegative = false }
  }
}
