import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../..", import.meta.url));
const TYPES = { ".js": "text/javascript", ".html": "text/html" };

/**
 * A proxy in front of a server: it serves the client's files, what `answer` gives for a path, and hands everything else on.
 *
 * @param {() => string} target The server's address.
 * @param {(path: string, request: import("node:http").IncomingMessage) => string | undefined} answer A page.
 */
export function proxyOf(target, answer) {
  const server = createServer((given, response) => {
    const path = normalize(new URL(given.url, "http://here").pathname);
    const page = answer(path, given);
    if (page !== undefined) return response.writeHead(200, { "Content-Type": "text/html" }).end(page);
    if (path.startsWith("/src/")) {
      return response.writeHead(200, { "Content-Type": TYPES[extname(path)] }).end(readFileSync(join(FOLDER, path)));
    }
    const [host, port] = target().split(":");
    const onward = request({ host, port, path: given.url, method: given.method, headers: given.headers }, (from) => {
      response.writeHead(from.statusCode, from.headers);
      from.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    return given.pipe(onward);
  });
  server.on("upgrade", (given, socket, head) => {
    const [host, port] = target().split(":");
    const onward = connect(port, host, () => {
      const { rawHeaders } = given;
      const lines = rawHeaders.flatMap((name, place) => (place % 2 === 0 ? [`${name}: ${rawHeaders[place + 1]}\r\n`] : []));
      onward.write(`${given.method} ${given.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on("error", () => [socket, onward].forEach((each) => each.destroy()));
  });
  return server;
}
