import Foundation

/// A JSON value of a token, a key set, the identities file or the OpenAPI document.
enum ClaimValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(Decimal)
  case text(String)
  case list([ClaimValue])
  case object([String: ClaimValue])

  /// - Returns: `nil` where the bytes are not valid JSON.
  init?(json: Data) {
    guard let value = try? JSONDecoder().decode(ClaimValue.self, from: json) else { return nil }
    self = value
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [ClaimValue]? { if case .list(let list) = self { list } else { nil } }
  var object: [String: ClaimValue]? { if case .object(let object) = self { object } else { nil } }

  /// The value as an integer; `nil` where it has a fraction or is not a number.
  var wholeNumber: Int? { if case .number(let number) = self { Int(number.description) } else { nil } }

  /// The value as a time in milliseconds since 1970, from seconds. Clamped to ±10¹² seconds.
  var moment: Int? {
    guard case .number(let seconds) = self else { return nil }
    let furthest = Decimal(1_000_000_000_000)
    var exact = min(max(seconds, -furthest), furthest) * 1_000
    var whole = Decimal()
    NSDecimalRound(&whole, &exact, 0, .down)
    return Int(whole.description)
  }

  /// The texts of a list; `nil` where an element is not a text.
  var texts: [String]? {
    guard let list else { return nil }
    let texts = list.compactMap(\.text)
    return texts.count == list.count ? texts : nil
  }
}

extension ClaimValue: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Decimal.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([ClaimValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: ClaimValue].self))
    }
  }
}
