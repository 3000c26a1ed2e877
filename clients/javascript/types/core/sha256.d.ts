/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, in hexadecimal digits.
 *
 * @param {string} message
 * @returns {string}
 */
export function sha256(message: string): string;
