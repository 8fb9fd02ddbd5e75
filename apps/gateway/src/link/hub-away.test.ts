/** The hub is away for 10 s, a second after new customers' first bytes: traffic goes on. */
import { describe, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type Client, connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { bothEngines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { pattern, rawOrigin } from "../testing/origin.ts";

const full = process.env["TURNPIKE_FULL"] === "1";
const rates = full ? [100_000, 10_000_000, 100_000_000] : [100_000, 5_000_000];
const password = "secret1";
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends at the rate given in the first 4 bytes, adjusted every 20 ms. */
const paced = () =>
  rawOrigin((socket) => {
    socket.once("data", (chunk: Buffer) => {
      const rate = chunk.readUInt32BE(0);
      const began = performance.now();
      let sent = 0;
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - began) * rate) / 1_000) - sent;
        const bytes = Math.min(due, 4_000_000, socket.writableLength > 8_000_000 ? 0 : due);
        sent += Math.max(0, due);
        if (bytes > 0 && socket.writable) socket.write(pattern(bytes));
      }, 20);
      socket.on("close", () => clearInterval(timer));
    });
  });

/** Measures the longest time without a byte from now on; the returned function returns it. */
function watchPauses(client: Client): () => number {
  let lastAt = performance.now();
  let longest = 0;
  const hear = () => {
    const now = performance.now();
    longest = Math.max(longest, now - lastAt);
    lastAt = now;
    // Bytes compared elsewhere need not be kept.
    client.received.length = 0;
  };
  client.socket.on("data", hear);
  return () => {
    hear();
    return longest;
  };
}

describe.each(bothEngines)(
  "a hub that is unreachable for 10 s ($name engine)",
  { concurrent: true },
  ({ options }) => {
    const hub = forTests(() => new TestHub().listen());
    const origin = forTests(paced);
    const gateway = forTests(async () => {
      for (const rate of rates) hub.addSubAccount(`rate${rate}`, password, 2e9 + rate * 300);
      hub.addSubAccount("tunnels", password, 1e9);
      hub.upsert(labExit());
      return gatewayAt(hub, [origin.authority], options);
    });

    async function download(user: string, rate: number): Promise<Client> {
      const { client } = await connectTo(gateway, { user, password, authority: origin.authority });
      const head = Buffer.alloc(4);
      head.writeUInt32BE(rate);
      client.socket.write(head);
      await eventually("the first byte", () => client.bytes > 0);
      return client;
    }

    test("interrupts no steady download and no new tunnel, and everything is billed", async () => {
      const clients = await Promise.all(rates.map((rate) => download(`rate${rate}`, rate)));
      (await download("tunnels", 10_000)).socket.destroy();
      await pause(1_000);
      const pauses = clients.map(watchPauses);
      await hub.disconnect();
      const until = performance.now() + 10_000;
      const opened: number[] = [];
      while (performance.now() < until) {
        const began = performance.now();
        (await download("tunnels", 50_000)).socket.destroy();
        opened.push(performance.now() - began);
        await pause(400);
      }
      const longest = pauses.map((stop) => Math.round(stop()));
      await hub.listen();
      expect(longest.filter((ms) => ms > 1_000)).toEqual([]);
      expect(opened.length).toBeGreaterThan(10);
      expect(Math.max(...opened)).toBeLessThan(1_500);
      for (const client of clients) client.socket.destroy();
      const received = (at: number) => clients[at]?.bytes ?? 0;
      await eventually(
        "what was carried meanwhile is billed",
        () => rates.every((rate, at) => hub.billed(`sub-rate${rate}`).down >= received(at)),
        8_000,
      );
      expect([hub.unleased, hub.duplicates]).toEqual([0, 0]);
      // A few leases each, not one per second.
      expect(hub.leases.size + hub.settledLeases).toBeLessThan(10 * (rates.length + 1));
    }, 40_000);
  },
);
