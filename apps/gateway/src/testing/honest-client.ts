/** Times an honest customer's small tunnels, which show how attacks affect the gateway. */
import { connect } from "node:net";
import { basic } from "./test-gateway.ts";
import { percentile } from "./test-sizes.ts";

/** Opens a tunnel, sends something, reads `bytes` and ends; returns the milliseconds it took. */
export function timedTunnel(asked: {
  port: number;
  user: string;
  password: string;
  authority: string;
  bytes: number;
}): Promise<number> {
  const { port, user, password, authority, bytes } = asked;
  const began = performance.now();
  const login = `Proxy-Authorization: ${basic(user, password)}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let head = "";
    let body = -1;
    socket.setTimeout(15_000, () => socket.destroy(new Error(`silent after ${head}`)));
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`closed after ${head} and ${body} bytes`)));
    socket.on("data", (chunk) => {
      if (body >= 0) body += chunk.length;
      else {
        head += chunk.toString("latin1");
        if (!head.includes("\r\n\r\n")) return;
        if (!head.startsWith("HTTP/1.1 200 ")) return void socket.destroy(new Error(head));
        body = head.length - head.indexOf("\r\n\r\n") - 4;
        socket.write("hello");
      }
      if (body < bytes) return;
      resolve(performance.now() - began);
      socket.destroy();
    });
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`);
  });
}

/** Runs customers in a few lanes for so long; returns the median and the 99th percentile, ms. */
export async function honestP99(
  asked: Parameters<typeof timedTunnel>[0],
  forMs: number,
): Promise<{ p50: number; p99: number; count: number }> {
  const end = performance.now() + forMs;
  const took: number[] = [];
  const lane = async () => {
    while (performance.now() < end) {
      took.push(await timedTunnel(asked));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await Promise.all([lane(), lane()]);
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99), count: took.length };
}
