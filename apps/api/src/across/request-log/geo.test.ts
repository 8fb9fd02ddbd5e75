/** The geo check: where exits that wholesalers named are, beside where they were asked for. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { connectionLine } from "@turnpike/contract/connection-line.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { beforeAll, expect, test } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { writeMmdb } from "../../platform/geo/mmdb-testing.ts";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";
import { operateJson } from "../operator/testing.ts";
import { requestRow } from "./testing.ts";

const folder = folderForTests();
const api = forTests(async () => {
  const geo = path.join(folder, "geo.mmdb");
  writeMmdb(geo, [
    ["203.0.113.0/25", { country_code: "DE" }],
    ["203.0.113.128/25", { country_code: "NL" }],
  ]);
  return startTraffic({ GEO_COUNTRY_MMDB: geo });
});
const link = forTests(async () => {
  const file = path.join(folder, "acme.json");
  const own = { name: "acme", preset: "oxylabs", login: { login: "acme" }, provenance: "test" };
  writeFileSync(file, JSON.stringify({ ...own, hosts: ["127.0.0.1:7777"], secret: "s" }));
  await operateJson(api.services, "upstreams", "add", file);
  return api.link();
});
beforeAll(async () => {
  await link.ask("hello", { gateway: "local-1", epoch: "e1" });
});

test("Exits that an upstream names are compared with the country that was asked for, each connection once (spec/supply#geo-check)", async () => {
  const owner = await api.customer(1);
  const sub = await createSubAccount(owner, "Geocheck1", { trafficGb: 0 });
  const row = (exitIp: string | null, change: Partial<RequestRow> = {}): RequestRow => ({
    ...requestRow({ accountId: owner.id, subAccountId: sub.id }),
    exitIp,
    at: api.services.world.now(),
    country: "DE",
    upstream: "acme",
    ...change,
  });
  const give = (rows: RequestRow[]) => {
    const lines = rows.map(connectionLine);
    return link.ask("connections", { gateway: "local-1", epoch: "e1", rows: lines, dropped: 0 });
  };
  const open = row("203.0.113.200", { open: true, ms: 1_000 });
  const { open: _open, ...ended } = { ...open, ms: 2_000 };
  const rows = [
    row("203.0.113.1"),
    row("203.0.113.2"),
    open,
    // Told of nothing: no address, an unknown one, any country asked for, an exit of ours.
    row(null),
    row("198.51.100.1"),
    row("203.0.113.3", { country: "" }),
    row("203.0.113.4", { upstream: "" }),
  ];
  await give(rows);
  await give([...rows, ended]);
  await give([ended, row("203.0.113.201")]);
  const day = new Date(api.services.world.now()).toISOString().slice(0, 10);
  expect(
    (await operateJson(api.services, "upstreams", "geo", "--from", day, "--to", day)).said,
  ).toEqual([
    {
      upstream: "acme",
      day,
      connections: 4,
      other: 2,
      otherPercent: 50,
      elsewhere: [{ asked: "DE", found: "NL", connections: 2 }],
    },
  ]);
});
