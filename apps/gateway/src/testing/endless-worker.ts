/**
 * A thread with clients that request endless responses, and the origin that sends them, so that
 * their buffers are not counted among those of the measuring thread.
 */
import type { Socket } from "node:net";
import { connect } from "node:net";
import { parentPort } from "node:worker_threads";
import { rawOrigin } from "./origin.ts";
import { flood } from "./rates.ts";

/** An order: how many clients to open at this port, each sending this head; null ends them. */
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
