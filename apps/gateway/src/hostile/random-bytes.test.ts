/** Random bytes sent to the listener (G18). */
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { mustReject } from "../parse/hostile-requests.ts";
import { SeparateProcess, processUser } from "../testing/separate-process.ts";
import { basic } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { timedTunnel } from "../testing/honest-client.ts";
import { pattern, rawOrigin } from "../testing/origin.ts";
import { seeded, sized } from "../testing/test-sizes.ts";

const login = `Proxy-Authorization: ${basic(processUser.user, processUser.password)}\r\n`;

/** Prefixes with which the noise gets further than the first byte. */
function starts(authority: string): Buffer[] {
  const [user, password] = [processUser.user, processUser.password];
  const socksLogin = [1, user.length, ...Buffer.from(user), 7, ...Buffer.from(password)];
  return [
    Buffer.alloc(0),
    Buffer.from([5]),
    Buffer.from([5, 1, 2]),
    Buffer.from([5, 1, 2, ...socksLogin]),
    Buffer.from([5, 1, 2, ...socksLogin, 5, 1, 0]),
    Buffer.from("GET "),
    Buffer.from("GET http://"),
    Buffer.from(`GET http://${authority}/ HTTP/1.1\r\n`),
    Buffer.from(`GET http://${authority}/ HTTP/1.1\r\nHost: x\r\n${login}`),
    Buffer.from(`CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n${login}\r\n`),
    Buffer.from(
      `POST http://${authority}/ HTTP/1.1\r\nHost: x\r\n${login}Transfer-Encoding: chunked\r\n\r\n`,
    ),
    ...mustReject.map(([, text]) => Buffer.from(text, "latin1").subarray(0, 400)),
  ];
}

/** One connection: a prefix, then noise in pieces, then some kind of end. */
function makeNoise(port: number, begins: readonly Buffer[], random: () => number): Promise<void> {
  const pick = (most: number) => Math.floor(random() * most);
  const noise = (most: number) => {
    const bytes = Buffer.alloc(pick(most));
    const texty = random() < 0.3;
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = texty ? 32 + pick(95) : pick(256);
    return bytes;
  };
  return new Promise((resolve) => {
    // From many addresses, as one that sends ten wrong passwords is blocked.
    const localAddress = `127.0.${1 + pick(250)}.${1 + pick(250)}`;
    const socket: Socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {});
    socket.on("close", () => resolve());
    socket.resume();
    const start = begins[pick(begins.length)] ?? Buffer.alloc(0);
    // Sometimes one byte of the prefix is changed.
    const changed = Buffer.from(start);
    if (changed.length > 0 && random() < 0.5) changed[pick(changed.length)] = pick(256);
    socket.write(changed);
    const pieces = pick(4);
    for (let piece = 0; piece < pieces; piece += 1)
      socket.write(noise(random() < 0.1 ? 60_000 : 200));
    const ending = random();
    setTimeout(() => {
      if (ending < 0.4) socket.destroy();
      else if (ending < 0.6) socket.resetAndDestroy();
      else socket.end();
      setTimeout(() => socket.destroy(), 50);
    }, pick(30));
  });
}

describe.each(engines)("noise ($name engine)", (engine) => {
  test("Random bytes crash no process and leave nothing behind, and others are served (G18)", async () => {
    const origin = await rawOrigin((socket) => {
      socket.once("data", () => socket.end(pattern(1_000)));
      socket.on("end", () => socket.end());
    });
    const { authority } = origin;
    const gateway = await new SeparateProcess({
      engine: engine.name,
      allow: [authority],
    }).started();
    const seed = Date.now() % 1_000_000;
    const random = seeded(seed);
    const begins = starts(authority);
    const counts = { noise: 0, served: 0 };
    const request = { port: gateway.port, ...processUser, authority, bytes: 1_000 };
    const end = performance.now() + sized({ short: 3_000, full: 120_000 });
    const goesOn = () => gateway.alive && (performance.now() < end || counts.served <= 20);
    const noisy = async () => {
      while (goesOn()) {
        await makeNoise(gateway.port, begins, random);
        counts.noise += 1;
      }
    };
    const honest = async () => {
      while (goesOn()) {
        await timedTunnel(request);
        counts.served += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await timedTunnel(request);
    const descriptors = () => (process.platform === "linux" ? gateway.descriptors() : 0);
    const before = descriptors();
    await Promise.all([honest(), ...Array.from({ length: 24 }, noisy)]);
    // A few are kept for later tunnels.
    const ended = { timeout: 10_000, message: `seed ${seed}` };
    await expect.poll(descriptors, ended).toBeLessThanOrEqual(before + 6);
    expect(gateway.alive, `seed ${seed}`).toBe(true);
    expect(gateway.output, `seed ${seed}`).toBe("");
    expect(counts.noise).toBeGreaterThan(100);
    expect(counts.served).toBeGreaterThan(20);
    await timedTunnel(request);
    expect(await gateway.stop(), `seed ${seed}`).toBe(0);
    await origin.stop();
  }, 180_000);
});
