// Over TLS, behind a proxy: `https:` and `wss:`, with a certificate that is trusted, and without.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { createServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ANN, ServerProcess, scratch, skip } from "./support/server.js";
import { SHOP } from "./support/shop.js";

/** A program that proposes over each transport, and says what came. */
const PROGRAM = `
  import { NodeWebSocket, TruthsClient, sseTransport, webSocketTransport } from "${fileURLToPath(new URL("../src/node/index.js", import.meta.url))}";
  const server = { url: process.argv[1], WebSocket: NodeWebSocket };
  const results = [];
  for (const transport of [webSocketTransport(server), sseTransport(server)]) {
    const client = new TruthsClient({ actor: ${JSON.stringify(ANN)}, transports: [transport], onError: (error) => results.push(error.name) });
    await client.start();
    if (client.view.connection_state !== "offline") {
      results.push((await client.propose({ action: "place_order", order_id: transport.kind, amount: 1 }).answer).decision);
    }
    await client.stop();
  }
  console.log(JSON.stringify(results));
`;

function certificate(folder) {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "1", ...subject], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert), path: cert };
}

test("a certificate that is trusted counts, another one does not", { skip }, async (t) => {
  const { key, cert, path } = certificate(scratch());
  let server;
  const front = createServer({ key, cert }, (socket) => {
    const [host, port] = server.address.split(":");
    const onward = connect(port, host);
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on("error", () => [socket, onward].forEach((each) => each.destroy()));
  });
  front.on("tlsClientError", () => {});
  await new Promise((done) => front.listen(0, "localhost", done));
  const origin = `https://localhost:${front.address().port}`;
  server = await new ServerProcess({ text: SHOP, actor: ANN, options: ["--public-url", origin] }).start();
  t.after(async () => {
    front.close();
    await server.kill();
  });
  const run = promisify(execFile);
  const said = async (environment) => {
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", PROGRAM, origin], { env: { ...process.env, ...environment } });
    return JSON.parse(stdout);
  };
  assert.deepEqual(await said({ NODE_EXTRA_CA_CERTS: path }), ["accepted", "accepted"]);
  assert.deepEqual(await said({}), ["TransportError", "TransportError"]);
});
