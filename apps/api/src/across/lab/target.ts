/** The target for lab traffic: a small HTTP server on loopback (spec/lab#target). */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The largest response of `/bytes/N`; more is refused with status 400. */
const maxBytes = 1_000_000_000_000;
const chunk = Buffer.alloc(256 * 1024, "0123456789abcdef");
/** How much of a body `/echo` returns. */
const maxEchoBytes = 8 * 1024 * 1024;

export interface LabTarget {
  port: number;
  stop(): Promise<void>;
}

/** Listens on loopback; `port` 0 picks a free one. @throws Error if the port is in use */
export async function startLabTarget(port: number, host = "127.0.0.1"): Promise<LabTarget> {
  const server = createServer(
    { keepAliveTimeout: 60_000, requestTimeout: 0 },
    (request, response) => {
      response.on("error", () => {});
      request.on("error", () => {});
      void serve(request, response).catch(() => response.destroy());
    },
  );
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, 4096, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(ask: IncomingMessage, answer: ServerResponse): Promise<void> {
  const path = (ask.url ?? "/").replace(/^http:\/\/[^/]*/i, "").split("?")[0] ?? "/";
  const sized = /^\/bytes\/(\d{1,13})$/.exec(path);
  if (path === "/ip") return json(ask, answer, { ip: clientAddress(ask) });
  if (path === "/echo") return json(ask, answer, await echo(ask));
  if (path === "/sink" && ask.method === "POST") {
    return json(ask, answer, { bytes: await count(ask) });
  }
  if (sized && Number(sized[1]) <= maxBytes) return sendBytes(ask, answer, Number(sized[1]));
  json(ask, answer, { error: "There are /ip, /bytes/N, /echo and POST /sink" }, 404);
}

function clientAddress(ask: IncomingMessage): string {
  return (ask.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
}

/** Responds with JSON and drains the request's body, so that the connection can be kept alive. */
function json(ask: IncomingMessage, answer: ServerResponse, body: unknown, status = 200): void {
  ask.resume();
  const text = Buffer.from(`${JSON.stringify(body)}\n`);
  answer.writeHead(status, { "Content-Type": "application/json", "Content-Length": text.length });
  answer.end(text);
}

async function count(ask: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const part of ask) bytes += (part as Buffer).length;
  return bytes;
}

async function echo(ask: IncomingMessage): Promise<object> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of ask) {
    if (bytes < maxEchoBytes) parts.push(part as Buffer);
    bytes += (part as Buffer).length;
  }
  const body = Buffer.concat(parts).subarray(0, maxEchoBytes).toString("utf8");
  return { method: ask.method, path: ask.url, headers: ask.headers, body };
}

/** Streams N bytes, at the pace of the reader. */
async function sendBytes(ask: IncomingMessage, answer: ServerResponse, n: number): Promise<void> {
  ask.resume();
  answer.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": n });
  if (ask.method === "HEAD") return void answer.end();
  for (let left = n; left > 0 && !answer.destroyed; ) {
    const part = left >= chunk.length ? chunk : chunk.subarray(0, left);
    left -= part.length;
    if (!answer.write(part)) await drained(answer);
  }
  answer.end();
}

function drained(answer: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      answer.off("drain", done);
      answer.off("close", done);
      resolve();
    };
    answer.on("drain", done);
    answer.on("close", done);
  });
}
