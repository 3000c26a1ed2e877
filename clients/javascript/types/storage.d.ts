/**
 * Where a client keeps texts under names: its queue, and what it shows. Each call may fail; the client says so, and goes on.
 *
 * @typedef {object} Storage
 * @property {(name: string) => Promise<string | undefined>} load
 * @property {(name: string, text: string) => Promise<void>} save
 */
/**
 * Keeps texts as long as the program runs.
 *
 * @returns {Storage}
 */
export function memoryStorage(): Storage;
/**
 * A database of the browser.
 *
 * @param {string} [database] Its name.
 * @returns {Storage}
 */
export function indexedDBStorage(database?: string | undefined): Storage;
export function localStorageStorage(prefix?: string | undefined): Storage;
/**
 * Where a client keeps texts under names: its queue, and what it shows. Each call may fail; the client says so, and goes on.
 */
export type Storage = {
    load: (name: string) => Promise<string | undefined>;
    save: (name: string, text: string) => Promise<void>;
};
