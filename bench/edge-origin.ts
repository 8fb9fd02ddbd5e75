/** The target of `edge.ts`: sends as many bytes as a line requests, and echoes datagrams. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Readable } from "node:stream";
import { answerParent } from "./process.ts";

const chunk = Buffer.alloc(64 * 1024, 1);

function* chunks(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
}

const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", (line) => {
    Readable.from(chunks(Number.parseInt(line.toString(), 10))).pipe(socket);
  });
});
server.listen(0, "127.0.0.1");
const udp = createSocket("udp4");
udp.on("message", (bytes, { port, address }) => udp.send(bytes, port, address));
udp.bind(0, "127.0.0.1");
await Promise.all([once(server, "listening"), once(udp, "listening")]);

answerParent({
  ports: () => ({ tcp: (server.address() as AddressInfo).port, udp: udp.address().port }),
});
