/** The search of the command palette (`find`): own things only, by part of their name. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { opener, type Opener } from "../../products/pool/testing.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { startTraffic } from "../../products/traffic/testing.ts";
import { givePlan, type PlanWithPorts } from "../../products/unlimited/give-testing.ts";

const api = forTests(startTraffic);
let ada: Opener;
let eve: Opener;
let plan: PlanWithPorts;
let staticIp = "";
let openedIp = "";
beforeAll(async () => {
  [ada, eve] = [await opener(api, 10), await opener(api, 10)];
  for (const [account, remark] of [
    ["Berlin1", ""],
    ["OfficeBerlin", ""],
    ["Crawler", "for the berlin shop"],
    ["100percent", "a_b"],
    ["Paris1", ""],
  ]) {
    await made(ada, "addSubUser", {
      account: account ?? "",
      password: "secret77",
      trafficGb: 0,
      remark,
    });
  }
  await made(eve, "addSubUser", { account: "BerlinOfEve", password: "secret77", trafficGb: 0 });
  const input = { account: "Static1", country: "DE", remark: "warehouse" };
  const [id = ""] = await giveStatics(api.services, ada.id, input);
  const rows = await sql<{ ip: string }>`
    select host(ip) as ip from static_ip where id = ${id}`.execute(api.db);
  staticIp = rows.rows[0]?.ip ?? "";
  await giveStatics(api.services, ada.id, { account: "Soonest1", term: "short" });
  plan = await givePlan(api.services, ada.id, { quantity: 2 });
  await givePlan(api.services, eve.id);
  openedIp = (await ada.open({ country: "FR" }))[0]?.ip ?? "";
  await made(ada, "addTrafficWhite", { ips: "127.0.3.9", description: "Büro Лиссабон" });
  await made(ada, "apiLinkAdd", { plan: "ip", num: 5, hours: 1, remark: "nightly job" });
}, 120_000);

async function made(of: Opener, name: Parameters<Opener["call"]>[0], fields: object) {
  const answer = await of.call(name, fields as never);
  if (answer.code !== 0) throw new Error(`${name}: ${JSON.stringify(answer)}`);
}
async function find(q: string, who = ada) {
  const answer = await who.call("find", { q });
  if (answer.code !== 0) throw new Error(JSON.stringify(answer));
  return answer.data.items;
}
const names = async (q: string, who = ada) => (await find(q, who)).map(({ name }) => name);

describe("/v1/find", () => {
  it("matches any part, ignoring case, and lists prefix matches first", async () => {
    const accounts = (await find("berlin")).filter(({ kind }) => kind === "subAccount");
    expect(accounts.map(({ name }) => name)).toEqual(["Berlin1", "OfficeBerlin", "Crawler"]);
    expect(await names("OFFICE")).toEqual(["OfficeBerlin"]);
  });

  it("does not return other customers' items", async () => {
    expect(await names("berlin", eve)).toEqual(["BerlinOfEve"]);
    expect(await names(plan.order_no, eve)).toEqual([]);
    expect(await names(staticIp, eve)).toEqual([]);
  });

  it("treats pattern characters literally", async () => {
    expect(await names("%")).toEqual([]);
    expect(await names("a_b")).toEqual(["100percent"]);
    expect(await names("i_1")).toEqual([]);
    expect(await names("\\")).toEqual([]);
  });

  it("finds a static IP by IP address, IP address with port, account and remark", async () => {
    for (const q of [staticIp, `${staticIp}:3010`, "static1", "warehou"]) {
      const [item] = await find(q);
      expect([q, item?.kind, item?.name]).toEqual([q, "static", staticIp]);
      expect(item?.detail).toMatch(/^Static1 · DE .* · warehouse$/);
      expect(item?.to).toBe(`/cli/static-proxies?search=${staticIp}&ip=${item?.id}`);
    }
    expect((await find("soonest1"))[0]?.to).toMatch(/^\/cli\/static-short-proxies\?search=/);
  });

  it("finds a plan by its order number and a port by its port number, linked to its plan", async () => {
    const found = await find(plan.order_no);
    expect(found.map(({ kind }) => kind)).toEqual(["plan", "order"]);
    expect(found[0]?.to).toBe(`/cli/unlimit-proxies?plan=${plan.id}`);
    expect(found[1]?.to).toBe(`/cli/billing?order=${plan.order_no}`);
    const [port] = plan.ports;
    const to = `/cli/unlimit-proxies?plan=${plan.id}&find=${port?.port}&port=${port?.id}`;
    const { GATEWAY_PUBLIC_HOST, HOST } = api.services.env;
    for (const q of [
      `${port?.port}`,
      `:${port?.port}`,
      `${GATEWAY_PUBLIC_HOST ?? HOST}:${port?.port}`,
    ]) {
      const items = (await find(q)).filter(({ kind }) => kind === "port");
      expect(items).toMatchObject([{ name: String(port?.port), id: port?.id, to }]);
    }
  });

  it("finds opened IPs, whitelisted IP addresses and links", async () => {
    expect((await find(openedIp))[0]).toMatchObject({
      kind: "openedIp",
      to: `/cli/isp-user?tab=opened&find=${openedIp}`,
    });
    expect(await find("ЛИССАБОН")).toMatchObject([
      { kind: "whitelist", name: "127.0.3.9", to: "/cli/white-manage?q=127.0.3.9" },
    ]);
    expect(await find("nightly")).toMatchObject([
      { kind: "link", name: "nightly job", to: "/cli/api-extract?find=nightly+job" },
    ]);
  });

  it("returns at most five items of a kind, the closest match first", async () => {
    for (let at = 1; at <= 7; at++) {
      await made(eve, "addSubUser", {
        account: `many${"x".repeat(9 - at)}`,
        password: "secret77",
        trafficGb: 0,
      });
    }
    await made(eve, "addSubUser", { account: "abmany", password: "secret77", trafficGb: 0 });
    const found = await names("many", eve);
    expect(found.filter((name) => name.startsWith("many"))).toEqual(found);
    expect(found).toHaveLength(5);
    expect(found[0]).toBe("manyxx");
  });

  it("does not find deleted items", async () => {
    const [gone] = await find("paris1");
    await made(ada, "delSubUser", { ids: gone?.id });
    expect(await find("paris1")).toEqual([]);
  });

  it("requires a search text and authentication", async () => {
    expect((await ada.call("find", { q: "" })).code).toBe(400);
    expect(await find("  ")).toEqual([]);
    expect(await names("  berlin1 ")).toEqual(["Berlin1"]);
    const body = new URLSearchParams({ q: "berlin" });
    const visitor = await fetch(`${api.url}/v1/find`, { method: "POST", body });
    expect(await visitor.json()).toMatchObject({ code: 300 });
  });
});

it("/v1/orderList can be filtered by part of an order number", async () => {
  const list = async (search: string) =>
    (await ada.call("orderList", { search })).data.items.map(({ orderNo }) => orderNo);
  expect(await list(plan.order_no.slice(3).toLowerCase())).toEqual([plan.order_no]);
  expect(await list("_")).toEqual([]);
});
