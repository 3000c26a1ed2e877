/**
 * A frame of a client, which is masked.
 *
 * @param {number} opcode
 * @param {Uint8Array} payload
 * @param {Uint8Array} mask Four bytes of chance.
 * @returns {Uint8Array}
 */
export function encodeFrame(opcode: number, payload: Uint8Array, mask: Uint8Array): Uint8Array;
/** @typedef {{ opcode: number, payload: Uint8Array }} Message */
/** Opcodes of RFC 6455 §5.2. */
export const TEXT: 1;
export const BINARY: 2;
export const CLOSE: 8;
export const PING: 9;
export const PONG: 10;
/** A fault of the other end, with the code that the connection is closed with (RFC 6455 §7.4.1). */
export class FrameError extends ProtocolError {
    /**
     * @param {number} closeCode
     * @param {string} message
     */
    constructor(closeCode: number, message: string);
    closeCode: number;
}
/** Reads frames of a server out of bytes as they come, and puts fragments together (RFC 6455 §5). */
export class FrameReader {
    /** @param {number} largest The most bytes of one message. */
    constructor(largest: number);
    largest: number;
    /** @param {Uint8Array} bytes */
    add(bytes: Uint8Array): void;
    /**
     * The next message or control frame, where it is complete.
     *
     * @returns {Message | undefined}
     * @throws {FrameError}
     */
    next(): Message | undefined;
    #private;
}
export type Message = {
    opcode: number;
    payload: Uint8Array;
};
import { ProtocolError } from "../errors.js";
