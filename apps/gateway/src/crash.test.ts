import { expect, test } from "vitest";
import { eventually } from "./testing/test-gateway.ts";
import { sized } from "./testing/test-sizes.ts";
import { MB, whenGone, WorkerFixture } from "./testing/worker-fixture.ts";

/** How many workers are killed; the hub is away when the second one is. */
const rounds = sized({ short: 2, full: 6 });
const worker = new WorkerFixture();

test("After kill -9 billed ≤ transferred, less than 500 ms is not billed, nothing is billed twice (M2)", async () => {
  let carried = 0;
  for (let round = 0; round < rounds; round += 1) {
    const child = await worker.start();
    const client = await worker.open();
    await eventually("bytes flow", () => client.bytes > 8 * MB, 10_000);
    if (round === 1) await worker.hub.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 300 + round * 70));
    child.kill("SIGKILL");
    await whenGone(child);
    await eventually("the client sees it", () => client.closed || client.ended);
    client.socket.destroy();
    carried += client.bytes;
    if (round === 1) await worker.hub.listen();
  }
  const last = await worker.start();
  await eventually("every lease is settled", () => worker.hub.leases.size === 0, 8_000);
  const { down, up } = worker.hub.billed(worker.id);
  expect(up).toBe(0);
  expect(down).toBeLessThanOrEqual(carried);
  expect(carried - down).toBeLessThan(rounds * 0.5 * 20 * MB);
  expect(worker.hub.unleased).toBe(0);
  expect(worker.hub.left.get(worker.id)).toBe(4_000 * MB - down);
  last.kill("SIGTERM");
  await whenGone(last);
  expect(last.exitCode).toBe(0);
  expect(worker.journal()).toEqual([]);
}, 60_000);
