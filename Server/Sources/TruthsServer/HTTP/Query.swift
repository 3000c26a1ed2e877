import Foundation
import Truths

/// The query parameters of a request.
struct Query {
  private var values: [String: String] = [:]

  /// - Parameters:
  ///   - text: the part of the URL after `?`.
  ///   - names: names of the allowed parameters.
  /// - Throws: ``HTTPProblem`` about a name that is unknown or given twice.
  init(_ text: String?, known names: [String]) throws(HTTPProblem) {
    for part in (text ?? "").split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decoded)
      guard names.contains(sides[0]) else {
        let nearest = Tool.nearestName(to: sides[0], among: names)
        let list = names.isEmpty ? "there are none here" : "here are \(names.map { "`\($0)`" }.joined(separator: ", "))"
        let help = nearest.map { "did you mean `\($0)`?" } ?? list
        throw HTTPProblem(.badQuery, "unknown parameter `\(Tool.visible(sides[0]))`; \(help)")
      }
      guard values.updateValue(sides.count > 1 ? sides[1] : "", forKey: sides[0]) == nil else {
        throw HTTPProblem(.badQuery, "the parameter `\(sides[0])` is given twice")
      }
    }
  }

  /// Returns a parameter's text; `nil` where it is not given.
  subscript(_ name: String) -> String? { values[name] }

  /// Returns a parameter that is a whole number.
  ///
  /// - Parameter most: upper bound; a larger number counts as the bound.
  func number(_ name: String, most: Int = .max) throws(HTTPProblem) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw HTTPProblem(.badQuery, "`\(name)` is `\(Tool.visible(text))`; it is a whole number from 0, such as \(name)=10")
    }
    return min(number, most)
  }

  /// Returns whether a parameter is `true`. A missing one counts as `false`.
  func flag(_ name: String) throws(HTTPProblem) -> Bool {
    switch values[name] {
    case nil, "false": return false
    case "true": return true
    case let text?:
      throw HTTPProblem(.badQuery, "`\(name)` is `\(Tool.visible(text))`; it is true or false, such as \(name)=true")
    }
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }
}
