/// An exact decimal number (language.md §2, "Decimals"): `coefficient / 10^scale`.
///
/// Always normalised: `scale` is the least that holds the value, and zero is `0/1`; so equal numbers are equal structures.
package struct Decimal: Hashable, Sendable {
  package let coefficient: Int128
  /// Digits behind the point; never negative.
  package let scale: Int32
}
