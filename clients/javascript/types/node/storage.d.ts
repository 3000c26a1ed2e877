export function fileStorage(folder: string): Storage;
export type Storage = import("../storage.js").Storage;
