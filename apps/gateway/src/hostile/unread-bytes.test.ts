/** The kernel's memory is shared by all connections: peers that read nothing get little of it. */
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { SeparateProcess, processUser } from "../testing/separate-process.ts";
import { connectTo } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { pattern, rawOrigin } from "../testing/origin.ts";

const tunnels = 4;
const chunkBytes = 65_536;
/** Per tunnel: usually 2 MB, 8 to 15 MB without the limit on unsent bytes. */
const maxKeptBytes = 4 * 1024 * 1024;

/** Bytes that the kernel keeps in sockets of the IPv4 loopback with this local or remote port. */
function keptBytes(port: number, side: "local" | "remote"): number {
  const rows = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1);
  return rows.reduce((sum, row) => {
    const [, local, remote, , queues = ""] = row.trim().split(/\s+/);
    const at = Number.parseInt((side === "local" ? local : remote)?.split(":")[1] ?? "", 16);
    const bytes = queues.split(":").map((hex) => Number.parseInt(hex, 16));
    return at === port ? sum + bytes.reduce((one, other) => one + other, 0) : sum;
  }, 0);
}

/** Writes until nobody takes more. */
function sendEndlessly(socket: Socket): void {
  const send = () => {
    while (socket.writable && socket.write(pattern(chunkBytes)));
  };
  socket.on("drain", send);
  send();
}

const native = engines.filter(({ name }) => name === "native");

test.runIf(process.platform === "linux").each(native)(
  "a tunnel whose client or target reads nothing keeps at most 4 MB in the gateway's sockets ($name)",
  async ({ name: engine }) => {
    const senders: Socket[] = [];
    const talkative = await rawOrigin((socket) => {
      senders.push(socket);
      socket.resume();
    });
    const deaf = await rawOrigin((socket) => socket.pause());
    const allow = [talkative.authority, deaf.authority];
    const gateway = await new SeparateProcess({ engine, allow }).started();
    const target = { ...processUser, port: gateway.port };
    const sockets: Socket[] = [];
    try {
      for (let count = 0; count < tunnels; count += 1) {
        const down = await connectTo(gateway, { ...target, authority: talkative.authority });
        down.client.socket.pause();
        const up = await connectTo(gateway, { ...target, authority: deaf.authority });
        senders.push(up.client.socket);
        sockets.push(down.client.socket, up.client.socket);
      }
      for (const sender of senders) sendEndlessly(sender);
      const upstreams = [talkative, deaf].map(({ authority }) => Number(authority.split(":")[1]));
      const kept = () =>
        upstreams.reduce(
          (sum, port) => sum + keptBytes(port, "remote"),
          keptBytes(gateway.port, "local"),
        );
      let [last, most] = [0, 0];
      // Until the buffers are full; a busy machine may never be quiet for that long.
      const until = performance.now() + 10_000;
      for (let isFull = false; !isFull && performance.now() < until; ) {
        const now = kept();
        isFull = now > 2 * tunnels * chunkBytes && Math.abs(now - last) < chunkBytes;
        [last, most] = [now, Math.max(most, now)];
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect(most).toBeGreaterThan(2 * tunnels * chunkBytes);
      expect(most).toBeLessThan(2 * tunnels * maxKeptBytes);
    } finally {
      for (const socket of sockets) socket.destroy();
      await Promise.all([talkative.stop(), deaf.stop()]);
      await gateway.stop();
    }
  },
);
