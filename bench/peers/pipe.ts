/** The shortest proxy possible in Node: a password, `connect`, two pipes. It counts nothing. */
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { password, servePeer, user } from "./peer.ts";

const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
const refusal = 'HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm="bench"\r\n\r\n';

servePeer(async ({ exits }) => {
  const [localAddress] = exits.length === 1 ? exits : [];
  const server = createServer((_request, response) => response.writeHead(501).end());
  server.on("connect", (request, stream, head: Buffer) => {
    const client = stream as Socket;
    client.on("error", () => client.destroy());
    if (request.headers["proxy-authorization"] !== wanted) {
      client.end(refusal);
      return;
    }
    const [host = "", port = ""] = (request.url ?? "").split(":");
    const target = connect({ host, port: Number(port), ...(localAddress ? { localAddress } : {}) });
    target.setNoDelay(true);
    client.setNoDelay(true);
    target.on("connect", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      if (head.length > 0) target.write(head);
      client.pipe(target);
      target.pipe(client);
    });
    target.on("error", () => client.destroy());
    client.on("close", () => target.destroy());
    target.on("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 1_024, resolve));
  return { port: (server.address() as AddressInfo).port };
});
