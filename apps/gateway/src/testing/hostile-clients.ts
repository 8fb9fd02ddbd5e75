/** What hostile clients try at any kind of port. */
import { connect } from "node:net";
import { expect } from "vitest";
import type { Log } from "../lib/log.ts";
import { mustReject } from "../parse/hostile-requests.ts";
import type { ProxyStage } from "./proxy-stage.ts";
import { Client, eventually } from "./test-gateway.ts";
import { times } from "./test-sizes.ts";

/** A log, and the errors written to it. */
export function keptErrors(): { errors: string[]; log: Log } {
  const errors: string[] = [];
  const error: Log["error"] = (fields, message) =>
    void errors.push(`${message} ${JSON.stringify(fields)}`);
  return { errors, log: { debug: () => {}, info: () => {}, warn: () => {}, error } };
}

/** Checks that no header makes a client one from `listed`, which needs no password. */
export async function expectNotSpoofed(stage: ProxyStage, listed: string): Promise<void> {
  for (const field of ["X-Forwarded-For", "X-Real-IP", "Client-IP", "CF-Connecting-IP"])
    expect((await stage.ask({ more: `${field}: ${listed}\r\n` })).status).toBe(407);
  expect((await stage.ask({ more: `Forwarded: for=${listed}\r\n` })).status).toBe(407);
  const { port, host } = stage.endpoint;
  const proxied = new Client(port, undefined, host);
  proxied.socket.write(`PROXY TCP4 ${listed} 127.0.0.1 4711 ${port}\r\n`);
  proxied.socket.write(`GET http://${stage.origin.authority}/ip HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(await proxied.head()).toMatch(/^HTTP\/1\.1 400/);
  proxied.socket.destroy();
}

/** Sends the requests that no HTTP server may accept; returns the titles of those accepted. */
export async function acceptedWrongly(port: number, from: string): Promise<string[]> {
  const taken: string[] = [];
  await times(mustReject.length, 8, async (index) => {
    const [title, text] = mustReject[index] ?? ["", ""];
    const client = new Client(port, from);
    client.socket.write(Buffer.from(text, "latin1"));
    const over = () => client.ended || client.closed;
    await eventually("an answer", () => over() || client.bytes > 0, 2_000).catch(() => {});
    if (/^HTTP\/1\.1 [123]/.test(client.all().toString("latin1"))) taken.push(title);
    client.socket.destroy();
  });
  return taken;
}

/** Sends one of `starts` and random bytes, then ends or resets; resolves when it is closed. */
export function sendNoise(
  { port, localAddress }: { port: number; localAddress: string },
  starts: readonly Buffer[],
  random: () => number,
): Promise<void> {
  return new Promise<void>((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {}).on("close", () => resolve());
    socket.resume();
    socket.write(starts[Math.floor(random() * starts.length)] ?? "");
    socket.write(Buffer.from(Array.from({ length: 300 }, () => Math.floor(random() * 256))));
    setTimeout(() => (random() < 0.5 ? socket.destroy() : socket.resetAndDestroy()), 15);
  });
}

/** Checks that clients which send no complete head are closed. */
export async function expectHalfHeadsEnd(port: number, from?: string, host?: string) {
  const half = ["", "CONNECT a.example:80 HT", "\x05", "\x05\x01\x02\x01"].map((text) => {
    const client = new Client(port, from, host);
    client.socket.write(Buffer.from(text, "latin1"));
    return client;
  });
  await eventually("all are gone", () => half.every((one) => one.ended || one.closed), 5_000);
  for (const { socket } of half) socket.destroy();
}
