import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startShop } from "../../identity/session/testing.ts";
import { orderPlan, buyer, buyWithWallet } from "../../products/unlimited/buy-testing.ts";
import { operate, operateJson } from "./testing.ts";

const shop = forTests(startShop);
const folder = folderForTests();
const customer = forTests(() => buyer(shop));

const operator = (...args: string[]) => operate(shop.services, ...args);
const json = (...args: string[]) => operateJson(shop.services, ...args);

describe("regions list · set", () => {
  it("show capacity, sold and free amounts, and change the capacity at once", async () => {
    await buyWithWallet(shop, customer, { region: "africa", quantity: 3 });
    const { said } = await json("regions", "list");
    expect(said).toHaveLength(7);
    expect(said[5]).toMatchObject({
      region: "africa",
      mostPorts: 2000,
      soldPorts: 3,
      freePorts: 1997,
      mostMbps: 20_000,
      soldMbps: 0,
      freeMbps: 20_000,
    });
    const set = await json("regions", "set", "africa", "--ports", "4");
    expect(set).toMatchObject({ code: 0, said: { mostPorts: 4, freePorts: 1, mostMbps: 20_000 } });
    await shop.fund(customer.id, 10_000);
    expect((await orderPlan(customer, { region: "africa", quantity: 2 })).code).toBe(402);
    expect((await orderPlan(customer, { region: "africa", quantity: 1 })).code).toBe(0);
    const none = await json("regions", "set", "africa", "--ports", "0", "--mbps", "150");
    expect(none.said).toMatchObject({ freePorts: 0, soldPorts: 4, freeMbps: 100 });
    const { out } = await operator("regions", "list");
    expect(out).toMatch(/REGION +MOSTPORTS/);
    expect(out).toMatch(/africa +0 +4 +0 +150 +0 +100/);
  }, 60_000);

  it("refuse an unknown region and an invalid number", async () => {
    expect(await operator("regions", "set", "mars", "--ports", "1")).toMatchObject({
      code: 1,
      error: expect.stringContaining("no region named mars"),
    });
    for (const args of [["europe"], ["europe", "--ports", "-1"], ["europe", "--mbps", "x"]])
      expect((await operator("regions", "set", ...args)).code).toBe(2);
    expect((await operator("regions", "set", "europe", "--ports", "1000000001")).code).toBe(2);
  }, 60_000);
});

describe("other operator commands for plans", () => {
  it("set their prices", async () => {
    const set = await json("prices", "set", "port-oceania-7", "1", "2500000");
    expect(set.said).toMatchObject({ sku: "port-oceania-7", region: "oceania", stepQty: 1 });
    const { regions } = await customer.get("portServers");
    const oceania = regions.find(({ region }) => region === "oceania");
    expect(oceania?.unitMicros[7]).toBe(2_500_000);
  }, 60_000);

  it("grant no coupon for a plan", async () => {
    const gift = ["--kind", "gift", "--sku", "port-europe-30", "--amount", "1", "--days", "1"];
    const answer = await operator("coupon", "grant", customer.email, ...gift);
    expect(answer).toMatchObject({ code: 1, error: expect.stringContaining("sold by region") });
  }, 60_000);

  it("refund a plan and show how much time was taken back", async () => {
    const { order } = await buyWithWallet(shop, customer, { quantity: 2 });
    const { code, out } = await operator("refund", order.orderNo, "--cents", "900");
    expect(code).toBe(0);
    expect(out).toContain("$9.00 to the wallet");
    expect(out).toContain("Took back 15 days and 0 hours of the plan.");
    const whole = await json("refund", order.orderNo);
    expect(whole.said).toMatchObject({ asset: "planSeconds", to: "wallet", refundedCents: 900 });
    expect((await json("verify")).said).toMatchObject({ ok: true });
  }, 60_000);

  it("import exits, which add their country to the region", async () => {
    const file = path.join(folder, "exits.csv");
    const head =
      "ip,kind,host,port,user,password,country,state,city,postal,isp,asn,product,provenance";
    const line = (ip: string, country: string) =>
      `${ip},socks5,127.0.0.1,1080,u,pw,${country},S,C,1000,Isp,64500,unlimited,own`;
    writeFileSync(file, [head, line("127.2.9.1", "GL"), line("127.2.9.2", "GL")].join("\n"));
    expect((await json("exits", "import", file)).said).toMatchObject({ added: 2 });
    const { regions } = await customer.get("bandwidthServers");
    const north = regions.find(({ region }) => region === "north-america");
    expect(north?.countries).toContainEqual({ code: "GL", name: "Greenland", exits: 2 });
  }, 60_000);
});
