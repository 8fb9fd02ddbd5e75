/**
 * The destination of tunnels. A connection's first line is a command:
 *
 *     flood FROM         sends the pattern from that position on, without end
 *     bytes COUNT FROM   sends COUNT bytes of it
 *     sink [KEY]         reads everything; counts the bytes in total and per key
 *     compare COUNT FROM reads COUNT bytes and returns how many differ from the pattern
 *     echo               sends back everything
 *     GET /COUNT/FROM    like `bytes`, as an HTTP/1.1 response on a persistent connection
 */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { pattern } from "@turnpike/gateway/testing/origin.ts";
import { answerParent } from "./process.ts";

export interface OriginState {
  port: number;
  /** Bytes that sinks have read. */
  sunk: number;
}

const floodBytes = 256 * 1024;
let sunk = 0;
const sinks: number[] = [];

type Take = (chunk: Buffer) => void;

function flood(socket: Socket, from: number): void {
  let at = from;
  // The next slice waits for the next turn of the event loop, so that no tunnel starves the others.
  const pump = () => {
    if (socket.destroyed) return;
    const slice = pattern(floodBytes, at);
    at += floodBytes;
    socket.write(slice, () => setImmediate(pump));
  };
  pump();
}

function compare(socket: Socket, bytes: number, from: number): Take {
  let at = 0;
  let wrong = 0;
  return (chunk) => {
    if (!chunk.equals(pattern(chunk.length, from + at))) wrong += 1;
    at += chunk.length;
    if (at >= bytes) socket.write(`${at === bytes ? wrong : -1}\n`);
  };
}

/** Runs the first line's command; returns the function that takes further data. */
function begin(socket: Socket, line: string): Take {
  const [word = "", ...numbers] = line.trim().split(" ");
  const [count = 0, from = 0] = numbers.map(Number);
  switch (word) {
    case "flood":
      flood(socket, count);
      break;
    case "bytes":
      socket.write(pattern(count, from));
      break;
    case "compare":
      return compare(socket, count, from);
    case "sink":
      return (chunk) => {
        sunk += chunk.length;
        sinks[count] = (sinks[count] ?? 0) + chunk.length;
      };
    case "echo":
      return (chunk) => void socket.write(chunk);
    default:
      socket.destroy();
  }
  return () => {};
}

/** Responds to each complete head; returns the remaining text. */
function answerHeads(socket: Socket, text: string): string {
  const heads = text.split("\r\n\r\n");
  const rest = heads.pop() ?? "";
  for (const head of heads) {
    const [, count = "0", from = "0"] = /^GET \/(\d+)\/(\d+) HTTP\/1\.1\r\n/.exec(head) ?? [];
    const type = "Content-Type: application/octet-stream";
    socket.write(`HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: ${count}\r\n\r\n`);
    socket.write(pattern(Number(count), Number(from)));
  }
  return rest;
}

function serve(socket: Socket): void {
  let text = "";
  let take: Take | null = null;
  const first: Take = (chunk) => {
    text += chunk.toString("latin1");
    if (text.startsWith("GET ")) {
      text = answerHeads(socket, text);
      return;
    }
    const end = text.indexOf("\n");
    if (end < 0) return;
    take = begin(socket, text.slice(0, end));
    if (text.length > end + 1) take(Buffer.from(text.slice(end + 1), "latin1"));
  };
  socket.on("data", (chunk: Buffer) => (take ?? first)(chunk));
  socket.on("error", () => socket.destroy());
}

const server = createServer({ noDelay: true }, serve);
const listening = new Promise<void>((resolve) => {
  server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, resolve);
});
answerParent({
  sinks: () => sinks,
  read: async (): Promise<OriginState> => {
    await listening;
    return { port: (server.address() as AddressInfo).port, sunk };
  },
});
