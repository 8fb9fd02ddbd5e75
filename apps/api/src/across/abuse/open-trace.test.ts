/** Traces without an exit: by target and instant, and by an upstream's session (spec/supply#trace). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { beforeAll, expect, test } from "vitest";
import { operate, operateJson } from "../operator/testing.ts";
import {
  reportConnections,
  requestRow,
  startHubApi,
  withSubAccount,
} from "../request-log/testing.ts";
import type { OpenTraceAnswer } from "./trace.ts";

const api = forTests(startHubApi);
const at = Date.now() - 600_000;
const instant = new Date(at + 1_000).toISOString();
beforeAll(async () => {
  const link = await api.gateway();
  const ada = await withSubAccount(api, "AdaOpen1");
  const bob = await withSubAccount(api, "BobOpen1");
  const row = (who: typeof ada, changed: Partial<RequestRow>) =>
    requestRow({ accountId: who.id, subAccountId: who.sub, product: "traffic", at, ...changed });
  const through = { exitIp: null, upstream: "acme-eu" };
  const rows = [
    row(ada, { id: "adas", ms: 5_000, ...through, session: "tok00001" }),
    row(bob, { id: "bobs", ms: 5_000, exitIp: "198.51.100.20" }),
    row(bob, { id: "later", at: at + 300_000, ms: 10, ...through, session: "tok00002" }),
    row(bob, {
      id: "elsewhere",
      ms: 5_000,
      target: "other.example:443",
      ...through,
      session: "t3",
    }),
  ];
  await reportConnections(link, rows);
}, 60_000);

const trace = async (...args: string[]): Promise<OpenTraceAnswer> => {
  const { code, said } = await operateJson(api.services, "trace", ...args);
  expect(code).toBe(0);
  return said;
};
const shown = ({ connections }: OpenTraceAnswer) =>
  connections.map(({ requestId, exit, upstream, session }) => [requestId, exit, upstream, session]);

test("A target and an instant find what reached it, through own exits and upstreams alike", async () => {
  const found = await trace("--target", "EXAMPLE.com", "--at", instant);
  expect(shown(found)).toEqual([
    ["adas", null, "acme-eu", "tok00001"],
    ["bobs", "198.51.100.20", null, null],
  ]);
  expect(found.connections.map(({ certainty }) => certainty)).toEqual(["surely", "surely"]);
  expect(shown(await trace("--target", "ample.com", "--at", instant))).toEqual([]);
});

test("A session of an upstream finds whose it was, whenever within the days that are kept", async () => {
  const found = await trace("--upstream", "acme-eu", "--session", "tok00002");
  expect(shown(found)).toEqual([["later", null, "acme-eu", "tok00002"]]);
  expect(shown(await trace("--upstream", "acme-us", "--session", "tok00002"))).toEqual([]);
});

test("Neither exit, target nor session, and a target without an instant, are refused by name", async () => {
  const refused = async (...args: string[]) => {
    const { code, error } = await operate(api.services, "trace", ...args);
    expect(code).not.toBe(0);
    return error;
  };
  expect(await refused("--at", instant)).toContain("--exit IP");
  expect(await refused("--upstream", "acme-eu")).toContain("--session TOKEN");
  expect(await refused("--target", "example.com")).toContain("--at");
});
