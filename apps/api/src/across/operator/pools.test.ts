/** `pools …` on the command line, and what gateways receive of members (spec/supply#pools). */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";
import { operateJson } from "./testing.ts";

const api = forTests(startTestApi);
const folder = folderForTests();
beforeAll(async () => {
  const file = {
    name: "acme-eu",
    preset: "oxylabs",
    how: "http",
    hosts: ["127.0.0.1:7777"],
    login: { login: "acme" },
    secret: "very secret",
    countries: ["DE"],
    provenance: "Acme, contract 2026-17",
  };
  writeFileSync(path.join(folder, "acme.json"), JSON.stringify(file));
  await json("upstreams", "add", path.join(folder, "acme.json"));
});

const json = (...args: string[]) => operateJson(api.services, ...args);
/** The one fact that gateways receive of a kind. */
async function fact(kind: string) {
  const resource = [...api.services.modules.resources.values()].find((one) => one.kind === kind);
  return (await resource?.after(api.services, "", 10))?.facts[0];
}
const membersOf = async (name: string) =>
  ((await json("pools", "show")).said as { pool: string; member: string }[])
    .filter(({ pool }) => pool === name)
    .map(({ member }) => member);

describe("pools of traffic (spec/supply#pools)", () => {
  it("are added with titles, once each, and begin without members", async () => {
    const titles = ["--title", "Residential budget", "--title-de", "Residential günstig"];
    expect(await json("pools", "add", "budget", ...titles)).toMatchObject({
      code: 0,
      said: { name: "budget", title: { en: "Residential budget", de: "Residential günstig" } },
    });
    expect(await membersOf("budget")).toEqual([]);
    expect(await membersOf("residential")).toEqual(["own", "acme-eu"]);
    for (const [name = "", title = ""] of [
      ["budget", "Again"],
      ["residential", "The first"],
      ["Up per", "Letters"],
      ["long", "x".repeat(61)],
      ["control", "a\u0007b"],
    ])
      expect(await json("pools", "add", name, "--title", title)).toMatchObject({ code: 1 });
    expect(await json("pools", "add", "untitled")).toMatchObject({ code: 2 });
  });

  it("have members of their own, with priority and weight; own exits only once they are set", async () => {
    const share = ["--priority", "2", "--weight", "5"];
    expect((await json("pools", "set", "budget", "acme-eu", ...share)).said).toEqual({
      pool: "budget",
      member: "acme-eu",
      priority: 2,
      weight: 5,
    });
    expect(await membersOf("budget")).toEqual(["acme-eu"]);
    expect(await fact("upstream")).toMatchObject({
      priority: 1,
      products: ["traffic"],
      pools: { budget: { priority: 2, weight: 5 } },
    });
    expect(await fact("ownExits")).toBeUndefined();
    await json("pools", "set", "budget", "own", "--weight", "7");
    expect(await membersOf("budget")).toEqual(["own", "acme-eu"]);
    expect(await fact("ownExits")).toMatchObject({
      priority: 1,
      weight: 100,
      pools: { budget: { priority: 1, weight: 7 } },
    });
    for (const wrong of [
      ["nowhere", "own"],
      ["budget", "nobody"],
    ])
      expect(await json("pools", "set", ...wrong, "--weight", "1")).toMatchObject({ code: 1 });
  });

  it("lose members: gateways of the release before do not use one that left the first pool", async () => {
    await json("pools", "remove", "residential", "acme-eu");
    expect(await membersOf("residential")).toEqual(["own"]);
    expect(await fact("upstream")).toMatchObject({
      products: [],
      pools: { budget: { priority: 2, weight: 5 } },
    });
    expect(await json("pools", "remove", "residential", "own")).toMatchObject({ code: 1 });
    await json("pools", "remove", "budget", "own");
    expect(await fact("ownExits")).toBeUndefined();
    expect(await json("pools", "remove", "budget", "own")).toMatchObject({ code: 1 });
    await json("pools", "set", "acme-eu", "--weight", "9");
    expect(await membersOf("residential")).toEqual(["own", "acme-eu"]);
    expect(await fact("upstream")).toMatchObject({ products: ["traffic"], weight: 9 });
    await json("pools", "remove", "budget", "acme-eu");
    expect(await fact("upstream")).not.toHaveProperty("pools");
  });
});
