/**
 * The run that a view is about: the last one that this client's actor proposed from this device, else the last one that anybody
 * proposed; runs that grant, deny or consent only where there is no other.
 *
 * @param {ClientCore} client
 * @returns {Run | undefined}
 */
export function displayedRun(client: ClientCore): Run | undefined;
/**
 * Whether the one who looks can do something about what a run waits for. `false` without a connection, since control messages are
 * not queued.
 *
 * @param {ClientCore} client
 * @param {Run | undefined} run
 */
export function canAct(client: ClientCore, run: Run | undefined): boolean;
/**
 * Everything that a client shows at this moment. Its parts are shared with the client, and not to be changed.
 *
 * @param {ClientCore} client
 * @returns {View}
 */
export function viewOf(client: ClientCore): View;
export type Run = import("./types.js").Run;
export type View = import("./types.js").View;
export type ClientCore = import("./client.js").ClientCore;
