/** Rows of the trace that stand for many connections (spec/operator#folded-rows). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { expect, test } from "vitest";
import {
  reportConnections,
  requestRow,
  startHubApi,
  withSubAccount,
} from "../request-log/testing.ts";
import { usersOfExit } from "../request-log/store/connections.ts";
import { traceExit } from "./trace.ts";

const api = forTests(startHubApi);
const at = Date.now() - 3_600_000;
const link = forTests(() => api.gateway());
const eve = forTests(() => withSubAccount(api, "EveFolded1"));

const row = (changed: Partial<RequestRow>) =>
  requestRow({ accountId: eve.id, subAccountId: eve.sub, product: "traffic", ...changed });
const send = (rows: RequestRow[]) => reportConnections(link, rows);

test("A row that stands for many is never sure, grows until its minute ends, and matches any target if it has many (spec/operator#folded-rows)", async () => {
  const folded = { exitIp: "198.51.100.12", at, ms: 5_000, id: "folded", upBytes: 0 };
  await send([row({ ...folded, open: true, connections: 40, target: "*" })]);
  await send([row({ ...folded, open: true, connections: 70, target: "*" })]);
  await send([row({ ...folded, ms: 9_000, connections: 90, target: "*" })]);
  await send([row({ ...folded, connections: 80, target: "*" })]);
  for (const target of [null, "example.com", "elsewhere.example:1"]) {
    const { connections } = await traceExit(api.services, {
      exit: "198.51.100.12",
      at: at + 1,
      target,
      windowSeconds: 0,
    });
    expect(connections).toHaveLength(1);
    expect(connections[0]).toMatchObject({
      connections: 90,
      certainty: "perhaps",
      from: new Date(at).toISOString(),
      to: new Date(at + 9_000).toISOString(),
      account: { id: eve.id },
    });
  }
  const [user] = await usersOfExit(api.db, {
    exit: "198.51.100.12",
    from: at,
    limit: 9,
  });
  expect(user).toMatchObject({ accountId: eve.id, connections: 90 });
});
