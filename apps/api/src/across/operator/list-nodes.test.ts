/** Lines of a bought list on several machines (spec/supply#shared-ports). */
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { type Lines, startLines } from "@turnpike/wholesale/lines.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { takeExits } from "../../inventory/exit/store/static-stock.ts";
import { transaction } from "../../platform/db/database.ts";
import { connectedMachine } from "../hub/fake-node-testing.ts";
import { startLabTarget } from "../lab/target.ts";
import { startHubApi, type TestHubApi } from "../request-log/testing.ts";
import { operateJson } from "./testing.ts";

let api: TestHubApi;
let lines: Lines;
let target: Awaited<ReturnType<typeof startLabTarget>>;
let fra: Awaited<ReturnType<typeof connectedMachine>>;
let sin: Awaited<ReturnType<typeof connectedMachine>>;
beforeAll(async () => {
  target = await startLabTarget(0);
  lines = await startLines({ exits: [1, 2, 3, 4, 5, 6].map((at) => `127.9.5.${at}`) });
  // The operator's commands read the environment themselves.
  vi.stubEnv("LAB_TARGET_PORT", String(target.port));
  api = await startHubApi();
  fra = await connectedMachine(api, { name: "fra" });
  sin = await connectedMachine(api, { name: "sin" });
}, 60_000);
afterAll(async () => {
  for (const link of [fra, sin]) await link?.stop();
  await api?.stop();
  await lines?.stop();
  await target?.stop();
  vi.unstubAllEnvs();
});

const place = ["--product", "static", "--country", "FO", "--how", "http"];
const rest = ["--provenance", "Acme", "--url"];
const stock = async () => {
  const { session } = await api.register();
  const { items } = (await api.send("staticList", { session, country: "FO" })).data;
  return items.reduce((sum, { available }) => sum + available, 0);
};
const nodesOfLines = async () => {
  const { said } = await operateJson(api.services, "exits", "list", "--country", "FO");
  const nodes = (said as { node: string; provenance: string }[])
    .filter(({ provenance }) => provenance === "Acme")
    .map(({ node }) => node);
  const counted: Record<string, number> = {};
  for (const node of nodes) counted[node] = (counted[node] ?? 0) + 1;
  return counted;
};

it("gives each serving machine as many lines, and sells none of a machine that is gone", async () => {
  const url = `http://127.0.0.1:${lines.port}${lines.listPath}`;
  const named = ["--list", "--name", "far", ...place, ...rest, url];
  const { code, error } = await operateJson(api.services, "exits", "import", ...named);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  expect(await nodesOfLines()).toEqual({ fra: 3, sin: 3 });
  expect(await stock()).toBe(6);
  await sin.stop();
  await waitFor("its lines are not offered", async () => (await stock()) === 3);
  const { world } = api.services;
  const takers = Array.from({ length: 3 }, () => world.id());
  await transaction(api.services.db, async (tx) => {
    const request = { term: "static" as const, country: "FO", now: new Date(world.now()) };
    expect(await takeExits(tx, { ...request, takers: [...takers, world.id()] })).toBeNull();
    expect(await takeExits(tx, { ...request, takers })).toHaveLength(3);
  });
});
