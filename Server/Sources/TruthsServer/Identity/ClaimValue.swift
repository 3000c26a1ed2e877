import Foundation

/// A JSON value of a token, of a key set, or of the file of identities.
enum ClaimValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case list([ClaimValue])
  case object([String: ClaimValue])

  /// - Returns: `nil` where the bytes are no JSON.
  init?(json: Data) {
    guard let value = try? JSONDecoder().decode(ClaimValue.self, from: json) else { return nil }
    self = value
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var list: [ClaimValue]? { if case .list(let list) = self { list } else { nil } }
  var object: [String: ClaimValue]? { if case .object(let object) = self { object } else { nil } }

  /// The texts of a list of nothing but texts.
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
    } else if let value = try? container.decode(Double.self) {
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
