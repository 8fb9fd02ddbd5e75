/**
 * The least that Node's own TLS costs in front of a target: no login, no account, nothing counted.
 * `edge.ts` compares it, to tell the gateway's share from Node's.
 */
import { readFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";
import { answerParent } from "./process.ts";

const { CERT = "", KEY = "", TARGET = "" } = process.env;
const pair = { cert: readFileSync(CERT), key: readFileSync(KEY) };
const server = createServer({ ...pair, noDelay: true }, (client) => {
  const target = connect({ port: Number(TARGET), host: "127.0.0.1", noDelay: true });
  client.pipe(target).pipe(client);
  client.on("error", () => target.destroy());
  target.on("error", () => client.destroy());
  client.on("close", () => target.destroy());
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
answerParent({ port: () => (server.address() as AddressInfo).port });
