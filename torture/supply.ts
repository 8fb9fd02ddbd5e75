/**
 * A fleet of two APIs and three gateway machines that sells three wholesalers: shares and sessions,
 * bytes, every class of failure in turn under load, and a customer whose targets provoke every
 * status (spec/quality#upstreams-under-load).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { type Customer, register, topUp } from "../journeys/customer.ts";
import type { Sub } from "./arena.ts";
import { atApi } from "./fleet/customers.ts";
import { openStage, type Stage } from "./fleet/stage.ts";
import { atMost, exactly, type Figure, runStoryCli, sleep, type Story } from "./story.ts";
import { countries, hostOf, Market, provoked, provokingHosts } from "./supply/market.ts";
import { lanes, type Scene, sizes, wishOf, without } from "./supply/scene.ts";
import { sharesAndSessions } from "./supply/shares.ts";
import { percentile, type Shot, Shoppers } from "./supply/shoppers.ts";
import { inTrouble, troublesOf } from "./supply/troubles.ts";

async function invite(stage: Stage): Promise<{ owners: Customer[]; subs: Sub[] }> {
  const owners: Customer[] = [];
  const subs: Sub[] = [];
  for (let at = 0; at < 4; at += 1) {
    const owner = await register(stage);
    await topUp(owner, 500_000);
    const { products } = await owner.ask("priceList", {});
    const plan = products.find(({ kind, enterprise }) => kind === "traffic" && !enterprise);
    await owner.ask("placeOrder", { sku: plan?.sku ?? "", quantity: 20, method: "wallet" });
    const [account, password] = [`shop${at}x${process.pid}`, "secret123"];
    const { id } = await owner.ask("addSubUser", { account, password, main: 1 });
    owners.push(owner);
    subs.push({ customer: owner, id, account, password });
  }
  return { owners, subs };
}

/** S5: our bytes are the wholesalers' and the customers' are what they carried, both exactly. */
async function bytesOf({ market, shoppers, owners, stage }: Scene): Promise<Figure[]> {
  const theirs = () =>
    market.sellers
      .map(({ peer }) => peer.bytes())
      .reduce((sum, { received, sent }) => sum + received + sent, 0);
  const own = async () =>
    [...(await market.ownBytes())].filter(([name]) => name !== "lab-wholesale");
  const ours = async () => (await own()).reduce((sum, [, bytes]) => sum + bytes, 0);
  const billed = async () => {
    let sum = 0;
    for (const owner of owners) {
      const { items } = await atApi(stage.url, owner).ask("trafficStatis", { days: 7 });
      sum += items.reduce((all, { upBytes, downBytes }) => all + upBytes + downBytes, 0);
    }
    return sum;
  };
  const isAll = async () => (await ours()) === theirs() && (await billed()) === shoppers.carried;
  await waitFor("all is reported", isAll, 30_000, 1_000).catch(() => undefined);
  return [
    exactly("S5", "broken tunnels", { value: shoppers.broken, bar: 0, unit: "" }),
    exactly("S5", "own bytes at upstreams, beside theirs", {
      value: await ours(),
      bar: theirs(),
      unit: "B",
    }),
    exactly("S5", "billed, beside carried", {
      value: await billed(),
      bar: shoppers.carried,
      unit: "B",
    }),
  ];
}

/** S4: one customer's targets provoke every status; the others notice nothing. */
async function provocations(scene: Scene): Promise<Figure[]> {
  const { market, shoppers, stage, subs, random, size } = scene;
  let on = true;
  const from = shoppers.shots.length;
  const wish = wishOf(scene, without);
  const honest: Shot[] = [];
  const load = Promise.all(
    Array.from({ length: lanes }, async () => {
      while (on) honest.push(await shoppers.shoot(wish()));
    }),
  );
  const sub = subs.at(-1) as Sub;
  let provokedCount = 0;
  for (let round = 0; round < size.provocations; round += 1)
    for (const status of provoked) {
      const shots = [0, 1, 2].map((at) =>
        shoppers.shoot({
          node: random.pick(stage.nodes),
          sub,
          country: random.pick(countries),
          sid: null,
          host: hostOf(status, at),
        }),
      );
      provokedCount += (await Promise.all(shots)).filter((shot) => shot.status !== 200).length;
    }
  on = false;
  await load;
  const states = await Promise.all(
    market.sellers.map(async ({ name }) => (await market.listed(name))?.state),
  );
  return [
    atMost(
      "S4",
      `answers of ${shoppers.shots.length - from - honest.length} provocations that were no refusal`,
      {
        value: size.provocations * provoked.length * 3 - provokedCount,
        bar: 0,
        unit: "",
      },
    ),
    exactly("S4", `of ${honest.length} requests of other customers failed`, {
      value: honest.filter(({ status }) => status !== 200).length,
      bar: 0,
      unit: "",
    }),
    exactly("S4", "states", { value: states.join(" "), bar: "on on on", unit: "" }),
  ];
}

async function play(scene: Scene, form: "full" | "bounded"): Promise<Figure[]> {
  const { market, shoppers, size } = scene;
  const wish = wishOf(scene, without);
  await waitFor(
    "gateways know all",
    async () => {
      await shoppers.shoot(wish());
      return market.sellers.every(({ peer }) => peer.seen.length > 0);
    },
    60_000,
    200,
  );
  await sleep(2_000);
  shoppers.shots.length = 0;
  for (const { peer } of market.sellers) (peer.seen as unknown[]).length = 0;
  const figures = [
    ...(await sharesAndSessions(scene)),
    ...(await bytesOf(scene)),
    ...(await provocations(scene)),
  ];
  let calmOn = true;
  const from = performance.now();
  const calm = shoppers.keep(lanes, wish, () => calmOn);
  await sleep(size.calmMs);
  calmOn = false;
  await calm;
  const p99 = percentile(
    shoppers.shots.filter(({ at }) => at >= from),
    0.99,
  );
  console.log(`  time to open at p99 without trouble: ${p99.toFixed(0)} ms`);
  for (const trouble of troublesOf[form]) figures.push(...(await inTrouble(scene, trouble, p99)));
  const { ok } = (await market.operate("verify")) as { ok: boolean };
  figures.push(
    exactly("S5", "the books are in order", { value: String(ok), bar: "true", unit: "" }),
  );
  return figures;
}

export const supply: Story = {
  name: "supply",
  run: async (options) => {
    const form = options.full ? "full" : "bounded";
    const folder = mkdtempSync(path.join(tmpdir(), "turnpike-supply-"));
    const stage = await openStage(["127.0.0.1", ...provokingHosts]);
    const market = new Market(stage);
    try {
      await market.open(folder);
      const shoppers = new Shoppers(stage, options.random);
      const people = await invite(stage);
      return await play(
        { ...options, ...people, stage, market, shoppers, size: sizes[form] },
        form,
      );
    } finally {
      await stage.stop();
      await market.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

if (import.meta.main) await runStoryCli(supply);
