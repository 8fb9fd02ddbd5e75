import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { addLabUpstream } from "../../across/lab/upstream.ts";
import { labUpstreamFile } from "../../across/lab/upstream-file.ts";
import { operateJson } from "../../across/operator/testing.ts";
import { startTraffic } from "../../products/traffic/testing.ts";

const folder = folderForTests();
const api = forTests(startTraffic);
const customer = forTests(() => api.customer());

const json = async (...args: string[]) => (await operateJson(api.services, ...args)).said;
const upstream = {
  name: "secret-wholesaler",
  preset: "oxylabs",
  hosts: ["127.0.0.1:7777"],
  login: { login: "acme" },
  secret: "s",
  countries: ["LT", "DE"],
  provenance: "test",
};
const countries = async (call: "countryV2" | "countrys" = "countryV2") =>
  (await customer.call(call)).data.items;
const cities = async (country: string) => (await customer.call("cityV2", { country })).data.items;

test("Places are the union of own exits and members that are on; the wholesaler is never named (spec/supply#places)", async () => {
  const file = path.join(folder, "up.json");
  writeFileSync(file, JSON.stringify(upstream));
  const before = await countries();
  expect(before.some(({ code }) => code === "LT")).toBe(false);
  await json("upstreams", "add", file);
  await vi.waitFor(
    async () =>
      expect(await countries()).toContainEqual(
        expect.objectContaining({ code: "LT", online: 0, upstream: true }),
      ),
    5_000,
  );
  const german = (await countries("countrys")).find(({ code }) => code === "DE");
  expect(german).toMatchObject({ upstream: true });
  expect(german?.online).toBe(before.find(({ code }) => code === "DE")?.online);
  expect((await countries()).find(({ code }) => code === "US")?.upstream).toBeUndefined();
  expect(await cities("LT")).toContainEqual({
    state: "",
    stateName: "",
    city: "vilnius",
    cityName: "Vilnius",
    online: 0,
    upstream: true,
  });
  const answers = [
    await customer.call("countryV2"),
    await customer.call("cityV2", { country: "LT" }),
    await customer.call("asnV2", { country: "DE" }),
    await customer.call("trafficCity", { country: "LT" }),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/secret-wholesaler|oxylabs|7777|acme/);
  await json("upstreams", "pause", upstream.name);
  await vi.waitFor(
    async () => expect((await countries()).some(({ code }) => code === "LT")).toBe(false),
    5_000,
  );
});

test("The lab's wholesaler is added once, with the port at which it runs (spec/supply#lab)", async () => {
  const shown = () => json("upstreams", "show", "lab-wholesale");
  const write = (port: number) => {
    const own = { ...upstream, name: "lab-wholesale", hosts: [`127.0.0.1:${port}`], priority: 2 };
    writeFileSync(path.join(api.services.env.DATA_DIR, labUpstreamFile), JSON.stringify(own));
    return addLabUpstream(api.services);
  };
  await write(4_001);
  expect(await shown()).toMatchObject({ priority: 2, hosts: ["127.0.0.1:4001"] });
  await json("pools", "set", "lab-wholesale", "--weight", "7");
  await write(4_002);
  expect(await shown()).toMatchObject({ weight: 7, hosts: ["127.0.0.1:4002"], secret: "***" });
});
