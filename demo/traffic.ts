/** Sends requests through the gateway, as customers' programs do. */
import { request } from "node:http";

const timeoutMs = 20_000;

export interface ProxyLogin {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** Sends one absolute-form request and reads the whole response; returns its status, or 0. */
export function fetchThrough(proxy: ProxyLogin, url: string): Promise<number> {
  const credentials = Buffer.from(`${proxy.user}:${proxy.password}`).toString("base64");
  return new Promise((resolve) => {
    const outgoing = request(
      {
        host: proxy.host,
        port: proxy.port,
        path: url,
        agent: false,
        timeout: timeoutMs,
        headers: { host: new URL(url).host, "proxy-authorization": `Basic ${credentials}` },
      },
      (answer) => {
        answer.resume();
        answer.once("close", () => resolve(answer.statusCode ?? 0));
      },
    );
    outgoing.once("timeout", () => outgoing.destroy());
    outgoing.once("error", () => resolve(0));
    outgoing.end();
  });
}

/** A small generator of reproducible numbers, 0 to 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
