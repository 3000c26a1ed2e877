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
export function memoryStorage() {
  /** @type {Map<string, string>} */
  const texts = new Map();
  return {
    load: async (name) => texts.get(name),
    save: async (name, text) => void texts.set(name, text),
  };
}

/**
 * `localStorage`: some 5 MB, enough for a queue, not for a large ledger's view.
 *
 * @param {string} [prefix] Of the names.
 * @returns {Storage}
 */
export const localStorageStorage = (prefix = "truths-client:") => ({
  load: async (name) => globalThis.localStorage.getItem(prefix + name) ?? undefined,
  save: async (name, text) => globalThis.localStorage.setItem(prefix + name, text),
});

/**
 * A database of the browser.
 *
 * @param {string} [database] Its name.
 * @returns {Storage}
 */
export function indexedDBStorage(database = "truths-client") {
  /** @type {Promise<IDBDatabase> | undefined} */
  let opened;
  const open = () => {
    opened ??= settled(globalThis.indexedDB.open(database, 1), (request) => request.result.createObjectStore("texts"));
    opened.catch(() => (opened = undefined));
    return opened;
  };
  return {
    load: async (name) => {
      const transaction = (await open()).transaction("texts", "readonly");
      return settled(transaction.objectStore("texts").get(name));
    },
    save: async (name, text) => {
      const transaction = (await open()).transaction("texts", "readwrite", { durability: "strict" });
      const done = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      });
      transaction.objectStore("texts").put(text, name);
      await done;
    },
  };
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @param {(request: IDBOpenDBRequest) => void} [upgrade]
 * @returns {Promise<T>}
 */
function settled(request, upgrade) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    if (upgrade) /** @type {any} */ (request).onupgradeneeded = () => upgrade(/** @type {any} */ (request));
  });
}
