import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { customerWithMoney } from "./customer.ts";
import { measure, startStreamTarget, type StreamTarget } from "./streams.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { customerJourney } from "./journey.ts";

/** Full M7: 20 s, within 5 %, on an otherwise idle machine. */
const seconds = { ports: 20, bandwidth: 20 };
const within = 0.05;
const fairWithin = 0.2;
const ways = ["down", "up"] as const;
const streams = [1, 8, 32];

const { product, page, customer } = customerJourney(customerWithMoney(100_000));
let target: StreamTarget;
beforeAll(async () => {
  target = await startStreamTarget(product.ports.own?.[0] ?? 0);
});
afterAll(() => target?.stop());

async function buy(kind: "port" | "bandwidth", quantity: number) {
  const fields = { kind, quantity, region: "europe", days: 30, method: "wallet" } as const;
  const planId = (await customer.ask("orderUnlimit", fields)).planId ?? "";
  const call = kind === "port" ? "portOrder" : "bandwidthOrder";
  const { ports } = await waitFor("its ports are open", async () => {
    const answer = await customer.ask(call, { planId });
    return answer.ports.every(({ open }) => open) && answer;
  });
  return { planId, ports };
}

/** Expects about the plan's speed, equal shares, and no burst in the first second (M7). */
function expectShaped(found: Awaited<ReturnType<typeof measure>>, mbps: number): void {
  expect(found.mbps).toBeGreaterThan(mbps * (1 - within));
  expect(found.mbps).toBeLessThan(mbps * (1 + within));
  expect(found.firstMbps).toBeLessThan(mbps * 2);
  expect(found.slowest).toBeGreaterThan(1 - fairWithin);
  expect(found.fastest).toBeLessThan(1 + fairWithin);
}

describe("unlimited proxies", () => {
  it("carry 5 Mbps in each direction with 1, 8 and 32 streams, and the monitor shows it live", async () => {
    const { planId, ports } = await buy("port", 3);
    await page.goto(`${product.url}/cli/unlimit-proxies?plan=${planId}&tab=monitor`);
    await page.getByText("TCP connections").first().waitFor();
    const running = ports.flatMap((port, at) =>
      ways.map((way) =>
        measure(port, { target, way, count: streams[at] ?? 1, seconds: seconds.ports }),
      ),
    );
    const is15 = (mbps: number) => mbps > 13.5 && mbps < 16.5;
    const during = waitFor(
      "the monitor shows 15 Mbps each way",
      async () => {
        const { now } = await customer.ask("monitor", { planId, minutes: 15 });
        return is15(now.downMbps) && is15(now.upMbps) && now.tcpConnections === 82;
      },
      seconds.ports * 1_000,
    );
    const shown = page
      .getByText(/^1[3-6]\.\d+ Mbps$/u)
      .nth(1)
      .waitFor({ timeout: (seconds.ports + 10) * 1_000 });
    const [found] = await Promise.all([Promise.all(running), during, shown]);
    for (const one of found) expectShaped(one, 5);
  }, 120_000);

  it("of a bandwidth plan share 100 Mbps in each direction", async () => {
    const { ports } = await buy("bandwidth", 100);
    const [port] = ports;
    if (!port) throw new Error("it has no port");
    for (const count of streams) {
      const fields = { target, count, seconds: seconds.bandwidth };
      const found = await Promise.all(ways.map((way) => measure(port, { ...fields, way })));
      for (const one of found) expectShaped(one, 100);
    }
  }, 120_000);
});
