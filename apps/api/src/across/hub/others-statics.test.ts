/**
 * A machine that was taken over reports usage of another's static IP: also in capitals, which the
 * database reads as the same id while what compares texts does not (spec/nodes#identity).
 */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { importExits } from "../../inventory/exit/operator-stock.ts";
import { importedExit } from "../../inventory/exit/testing.ts";
import { give } from "../../products/cdkey/testing.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { createSubAccount, startTraffic, usageRow } from "../../products/traffic/testing.ts";
import { connectedMachine } from "./fake-node-testing.ts";
import { stateBut } from "./state-testing.ts";

let staticId: string;
let subAccountId: string;

const api = forTests(startTraffic);
const good = forTests(() => connectedMachine(api, { name: "good" }));
const victim = forTests(() => api.customer(50));
const evil = forTests(() => connectedMachine(api, { name: "evil", region: "asia" }));
beforeAll(async () => {
  const ip = "198.51.100.2";
  await importExits(api.services, [importedExit(ip, { node: "good", product: "static" })]);
  await give(api.services, victim.id, { asset: "wallet", amount: 100_000 });
  await good.ask("machine", { addresses: [ip], port: 7_100 });
  [staticId = ""] = await giveStatics(api.services, victim.id, { country: "FO" });
  ({ id: subAccountId } = await createSubAccount(victim, "Victim001", { trafficGb: 5 }));
});

const upper = () => staticId.toUpperCase();
const state = () => stateBut(api.services, { evil: evil.id, good: good.id });

test("Usage of another machine's static IP in capitals is not counted, nor how its requests ended", async () => {
  const before = await state();
  const row = usageRow({
    leaseId: "",
    accountId: victim.id,
    subAccountId: upper(),
    product: "static",
    upBytes: 7_000_000,
  });
  const { subAccountId: id, product, hour, domain, country, city } = row;
  const ended = { outcomes: { failed: 9_000 }, reasons: { "failed:timeout": 9_000 }, connects: [] };
  const outcomes = [{ subAccountId: id, product, hour, domain, country, city, ...ended }];
  const report = { gateway: "evil-1", epoch: "e1", sequence: 1, rows: [row] };
  const asked = [report, { ...report, sequence: 2, rows: [], outcomes: outcomes as never }];
  await Promise.allSettled(asked.map((one) => evil.ask("report", { reports: [one] })));
  expect(await state()).toEqual(before);
});

test("No other question is answered for an id in capitals", async () => {
  const by = { gateway: "evil-1", epoch: "e1" };
  const id = subAccountId.toUpperCase();
  await expect(evil.ask("lease", { ...by, subAccountId: id, wantedBytes: 1 })).rejects.toThrow(
    "malformed",
  );
  await expect(evil.ask("slots", { ...by, subAccountId: id, open: 0, wanted: 1 })).rejects.toThrow(
    "malformed",
  );
});

test("What it reports of them waits for the operator up to a share, whichever of its workers it names", async () => {
  const of = { leaseId: "", accountId: victim.id, subAccountId: staticId } as const;
  const row = usageRow({ ...of, product: "static", upBytes: 1, domain: "x".repeat(5_000) });
  for (let worker = 1; worker <= 13; worker += 1) {
    const by = { gateway: `evil-${worker}`, epoch: "e9" };
    const reports = Array.from({ length: 100 }, (_, at) => ({
      ...by,
      sequence: at + 1,
      rows: [row],
    }));
    await evil.ask("report", { reports });
  }
  const { rows } = await sql<{ kept: number; longest: number }>`
    select count(*)::int as kept, max(length(rows::text))::int as longest from usage_aside
    where epoch = 'e9'`.execute(api.db);
  expect(rows[0]?.kept).toBe(1_000);
  expect(rows[0]?.longest).toBeLessThan(1_000);
});
