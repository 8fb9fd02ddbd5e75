import type { OpenCount } from "@turnpike/contract/data-plane.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { afterEach, expect, test, vi } from "vitest";
import { ConnectionCounts } from "./connection-counts.ts";
import { openLog } from "../lib/log.ts";
import { TestHub } from "../testing/test-hub.ts";

const of = { gateway: "g1", epoch: "e1", log: openLog("silent", "test") };
const one: OpenCount = { accountId: "account", subAccountId: "sub", connections: 2 };

afterEach(() => vi.useRealTimers());

test("The hub receives the counts each second, an empty list once, and then nothing more", async () => {
  const hub = await new TestHub().listen();
  const link = connectIpc(hub.path, { worker: 1, epoch: "e1" });
  await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
  let open = [one];
  const counts = new ConnectionCounts({ ...of, link, connections: { open: () => open } });
  await expect.poll(() => hub.connectionCounts.length, { timeout: 2_500 }).toBe(1);
  expect(hub.connectionCounts).toEqual([[one]]);
  open = [];
  await expect.poll(() => hub.connectionCounts.length, { timeout: 2_500 }).toBe(2);
  expect(hub.connectionCounts[1]).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(hub.connectionCounts).toHaveLength(2);
  counts.stop();
  await link.stop();
  await hub.stop();
});

test("An idle gateway sends nothing; an empty list that was lost is sent again", async () => {
  vi.useFakeTimers();
  const asked: OpenCount[][] = [];
  let fails = false;
  const ask = async (_kind: string, question: { open: OpenCount[] }) => {
    asked.push(question.open);
    if (fails) throw new Error("away");
    return {};
  };
  let open: OpenCount[] = [];
  const link = { ask } as unknown as GatewayLink;
  const counts = new ConnectionCounts({ ...of, link, connections: { open: () => open } });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toEqual([]);
  open = [one];
  await vi.advanceTimersByTimeAsync(1_000);
  [open, fails] = [[], true];
  await vi.advanceTimersByTimeAsync(2_000);
  fails = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toEqual([[one], [], [], []]);
  counts.stop();
});

test("A hub that does not respond gets only one request at a time", async () => {
  vi.useFakeTimers();
  let asked = 0;
  const ask = () => {
    asked += 1;
    return new Promise(() => {});
  };
  const link = { ask } as unknown as GatewayLink;
  const counts = new ConnectionCounts({ ...of, link, connections: { open: () => [one] } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(1);
  counts.stop();
});
