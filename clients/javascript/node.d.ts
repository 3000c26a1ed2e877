// The part of Node that src/node uses, so that the check needs no other package.

interface NodeBytes extends Uint8Array {
  subarray(start?: number, end?: number): NodeBytes;
  toString(encoding?: string): string;
}

declare const Buffer: {
  from(data: string, encoding?: string): NodeBytes;
  concat(list: readonly Uint8Array[]): NodeBytes;
  byteLength(text: string): number;
};

interface NodeReadable {
  on(event: string, listener: (...values: any[]) => void): this;
  off(event: string, listener: (...values: any[]) => void): this;
}

interface NodeWritable extends NodeReadable {
  write(data: string | Uint8Array): boolean;
  end(): void;
}

interface NodeSocket extends NodeWritable {
  setNoDelay(on: boolean): void;
  setTimeout(milliseconds: number, listener?: () => void): void;
  destroy(error?: Error): void;
}

declare module "node:net" {
  export function connect(options: { host: string; port: number }): NodeSocket;
}

declare module "node:tls" {
  export function connect(options: { host: string; port: number; servername?: string; ALPNProtocols?: string[] }): NodeSocket;
}

declare module "node:crypto" {
  export function randomBytes(size: number): NodeBytes;
  export function createHash(name: string): { update(text: string): { digest(encoding: "base64"): string } };
}

declare module "node:child_process" {
  interface ChildProcess extends NodeReadable {
    stdin: NodeWritable;
    stdout: NodeReadable;
    pid?: number;
    kill(signal?: string): boolean;
  }
  export function spawn(command: string, args: string[], options: { stdio: string[]; cwd?: string | undefined; env?: Record<string, string | undefined> }): ChildProcess;
}

declare module "node:fs/promises" {
  interface FileHandle {
    writeFile(text: string): Promise<void>;
    sync(): Promise<void>;
    close(): Promise<void>;
  }
  export function open(path: string, flags: string): Promise<FileHandle>;
  export function readFile(path: string, encoding: "utf8"): Promise<string>;
  export function rename(from: string, to: string): Promise<void>;
  export function mkdir(path: string, options: { recursive: true; mode?: number }): Promise<unknown>;
}

declare module "node:path" {
  export function join(...parts: string[]): string;
}

declare const process: { argv: string[]; env: Record<string, string | undefined>; exitCode: number | undefined; pid: number };
