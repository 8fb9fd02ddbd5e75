/**
 * A thread with clients that ask for answers without end, and the origin that gives them: what their
 * buffers take is not counted among those of the thread that measures.
 */
import type { Socket } from "node:net";
import { connect } from "node:net";
import { parentPort } from "node:worker_threads";
import { rawOrigin } from "./origin.ts";
import { flood } from "./rates.ts";

/** What the thread is asked: so many clients at this port, each with this head; null: they go. */
export type Endless = { port: number; head: string; count: number } | null;

const chunk = Buffer.from(`8000\r\n${"c".repeat(0x8000)}\r\n`);
const clients = new Set<Socket>();

const origin = await rawOrigin((socket) => {
  socket.once("data", (head: Buffer) => {
    const text = head.toString("latin1");
    if (text.includes("/length")) {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n");
      return flood(socket);
    }
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    const pump = () => {
      if (!socket.destroyed) socket.write(chunk, () => setImmediate(pump));
    };
    pump();
  });
});

parentPort?.on("message", (asked: Endless) => {
  if (asked === null) {
    for (const client of clients) client.destroy();
    return clients.clear();
  }
  const { port, head, count } = asked;
  for (let at = 0; at < count; at += 1) {
    const client = connect(port, "127.0.0.1").on("error", () => {});
    client.write(head);
    clients.add(client);
  }
});
parentPort?.postMessage(origin.authority);
