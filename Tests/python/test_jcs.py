"""The canonical form against the samples of RFC 8785, and the Merkle tree against RFC 9162 by recursion."""

import hashlib
import unittest

import jcs


class CanonicalForm(unittest.TestCase):
    def test_numbers(self):
        cases = {
            "0": "0", "-0": "0", "-0.0": "0", "1e3": "1000", "5.0": "5", "1.50": "1.5", "0.000001": "0.000001", "1e-7": "1e-7",
            "-1.25e-7": "-1.25e-7", "100000000000000": "100000000000000",
            "333333333.333333": "333333333.333333", "1E-12": "1e-12",
            "0.00000000001": "1e-11", "2e-3": "0.002", "120": "120", "0e99": "0",
        }  # fmt: skip
        for text, canonical in cases.items():
            self.assertEqual(jcs.canonical(jcs.parse(text)).decode(), canonical, text)

    def test_numbers_past_the_limits(self):
        for text in ("1e15", "1234567890123456", "1e-13", "0.1234567890123456"):
            with self.assertRaises(ValueError):
                jcs.canonical(jcs.parse(text))

    def test_texts(self):
        text = '"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/\\u007f"'
        self.assertEqual(jcs.canonical(jcs.parse(text)).decode(), '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/\x7f"')

    def test_members_are_sorted_by_utf16(self):
        names = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
        text = jcs.canonical({name: None for name in names}).decode()
        self.assertEqual(list(jcs.parse(text)), ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"])

    def test_a_name_stands_once(self):
        with self.assertRaises(ValueError):
            jcs.parse('{"a": 1, "a": 1}')
        with self.assertRaises(ValueError):
            jcs.parse("[NaN]")


class MerkleTree(unittest.TestCase):
    def head(self, leaves):
        if len(leaves) <= 1:
            return hashlib.sha256(b"\x00" + leaves[0] if leaves else b"").digest()
        split = 1
        while split * 2 < len(leaves):
            split *= 2
        return hashlib.sha256(b"\x01" + self.head(leaves[:split]) + self.head(leaves[split:])).digest()

    def test_heads(self):
        leaves = [str(number).encode() for number in range(40)]
        for count in range(41):
            self.assertEqual(jcs.merkle_head(leaves[:count]), "sha256:" + self.head(leaves[:count]).hex())


if __name__ == "__main__":
    unittest.main()
