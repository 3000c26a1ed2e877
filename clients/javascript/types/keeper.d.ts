/** @typedef {import("./storage.js").Storage} Storage */
/** Saves one text under a name: the newest, one save behind the other, and no sooner than some time after the one before. */
export class Keeper {
    /**
     * @param {Storage} storage
     * @param {string} name
     * @param {number} interval Milliseconds between two saves.
     * @param {(error: unknown) => void} failed
     */
    constructor(storage: Storage, name: string, interval: number, failed: (error: unknown) => void);
    storage: import("./storage.js").Storage;
    name: string;
    interval: number;
    failed: (error: unknown) => void;
    /**
     * Saves what a function gives by the time that it is saved.
     *
     * @param {() => string} text
     */
    save(text: () => string): void;
    /** Fulfilled once everything is saved, or could not be. */
    flush(): Promise<void>;
    #private;
}
export type Storage = import("./storage.js").Storage;
