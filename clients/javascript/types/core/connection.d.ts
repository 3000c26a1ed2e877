/**
 * What a client tries, in order, when it prefers a transport (contract §13.7, web). Nothing else leads to a process whose
 * standard input it has.
 *
 * @param {TransportKind} kind
 * @returns {TransportKind[]}
 */
export function fallbacks(kind: TransportKind): TransportKind[];
/**
 * What people see of a connection state (contract §1.5).
 *
 * @param {ConnectionState} state
 * @returns {Indicator}
 */
export function indicator(state: ConnectionState): Indicator;
export function transportNamed(name: string): TransportKind | undefined;
export function isStreaming(kind: TransportKind): boolean;
export function isPushed(kind: TransportKind): boolean;
export type ConnectionState = import("./types.js").ConnectionState;
export type Indicator = import("./types.js").Indicator;
export type TransportKind = import("./types.js").TransportKind;
