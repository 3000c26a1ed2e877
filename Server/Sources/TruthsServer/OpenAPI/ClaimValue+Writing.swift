import Foundation

/// Encoding and literals of JSON values, with which the OpenAPI document is written.
extension ClaimValue: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  /// The value as JSON on one line, with object members sorted.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Every value can be encoded.
    return (try? encoder.encode(self)).map { Array($0) } ?? []
  }
}

extension ClaimValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }
  init(integerLiteral value: Int) { self = .number(Decimal(value)) }
  init(arrayLiteral elements: ClaimValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, ClaimValue)...) { self = .object(Dictionary(elements) { $1 }) }
}
