import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LinkDown, type GatewayLink } from "@turnpike/link/link.ts";
import { expect, test } from "vitest";
import { maxSegments, startAccounting } from "./accounting.ts";
import { Connection, Connections } from "../authorise/connections.ts";
import type { Grant } from "../link/grant.ts";
import { openLog } from "../lib/log.ts";
import { SegmentWriter } from "../report/journal.ts";
import { Meter } from "../meter/meter.ts";
import { UpstreamBook } from "../meter/upstream-book.ts";
import { newCounters } from "../report/counters.ts";
import { realWorld } from "../lib/world.ts";

const grant: Grant = {
  holderId: "ip1",
  accountId: "account",
  product: "static",
  exitId: "exit",
  whitelistedPortId: null,
  endsAt: null,
  proof: { by: "address", address: "127.0.0.9" },
};

test("Static IPs, which need no lease, stop when the journal is full (spec/accounting#reports)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "books-test-"));
  // The oldest waits for the hub, and the others wait for the oldest.
  const first = new SegmentWriter(folder, "aaa", 0);
  first.append({ report: { gateway: "g1", epoch: "aaa", sequence: 1, rows: [] } });
  first.stop();
  for (let number = 1; number < maxSegments; number += 1) {
    writeFileSync(join(folder, `aaa.${String(number).padStart(8, "0")}.jsonl`), "");
  }
  let away = true;
  const ask = async () => {
    if (away) throw new LinkDown("away");
    return { applied: [1], settled: 0, returned: 0 };
  };
  const connections = new Connections();
  const [still, plan] = [new Connection(grant), new Connection({ ...grant, product: "traffic" })];
  connections.add(still);
  connections.add(plan);
  const accounting = startAccounting({
    gateway: "g1",
    epoch: "e1",
    journalFolder: folder,
    link: { ask, onConnection: () => {} } as unknown as GatewayLink,
    log: openLog("silent", "test"),
    world: realWorld(),
    connections,
    meter: new Meter(Date.now),
    counters: newCounters(),
    book: new UpstreamBook(Date.now),
  });
  const ready = () => accounting.budgets.of(grant).ready();
  await expect.poll(ready, { timeout: 2_000 }).toBe("hubAway");
  expect([still.closedBecause, plan.closedBecause]).toEqual(["notReady", null]);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(ready()).toBe("hubAway");
  away = false;
  await expect.poll(ready, { timeout: 4_000 }).toBe("ready");
  await accounting.stop();
  rmSync(folder, { recursive: true });
});
