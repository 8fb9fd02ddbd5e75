/** Lines of a bought list on several machines (spec/supply#shared-ports). */
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { startLines } from "@turnpike/wholesale/lines.ts";
import { afterAll, expect, it, vi } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { takeExits } from "../../inventory/exit/store/static-stock.ts";
import { transaction } from "../../platform/db/database.ts";
import { connectedMachine } from "../hub/fake-node-testing.ts";
import { startLabTarget } from "../lab/target.ts";
import { startHubApi } from "../request-log/testing.ts";
import { operateJson } from "./testing.ts";

const target = forTests(() => startLabTarget(0));
const lines = forTests(() =>
  startLines({ exits: [1, 2, 3, 4, 5, 6].map((at) => `127.9.5.${at}`) }),
);
const api = forTests(async () => {
  // The operator's commands read the environment themselves.
  vi.stubEnv("LAB_TARGET_PORT", String(target.port));
  return startHubApi();
});
forTests(() => connectedMachine(api, { name: "fra" }));
const sin = forTests(() => connectedMachine(api, { name: "sin" }));
afterAll(() => vi.unstubAllEnvs());

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
  await transaction(api.db, async (tx) => {
    const request = { term: "static" as const, country: "FO", now: new Date(world.now()) };
    expect(await takeExits(tx, { ...request, takers: [...takers, world.id()] })).toBeNull();
    expect(await takeExits(tx, { ...request, takers })).toHaveLength(3);
  });
});
