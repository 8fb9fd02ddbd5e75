import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { readSeparator } from "@turnpike/contract/extraction.ts";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { setDisabled } from "../../identity/account/store/account.ts";
import { closeCustomer } from "../../across/closure/testing.ts";
import { transaction } from "../../platform/db/database.ts";
import { startShop } from "../../identity/session/testing.ts";
import {
  type Extractor,
  extractFrom,
  extractor,
  freeRequestedPorts,
  freshAddress,
  proxiesIn,
  refusalIn,
} from "./testing.ts";

const shop = forTests(startShop);

type More = Record<string, string | number>;
/** Calls a link from the customer's own address. */
async function get(who: Extractor, url: string, more: More = {}, ip = who.ip) {
  return extractFrom(shop, ip, url, { more });
}
const openedOf = async (who: Extractor) => (await who.get("ipHistoryNoUser", { limit: 100 })).items;
const portsOf = async (who: Extractor) => (await who.get("whitePorts", { limit: 100 })).items;
/** State that a refused call must not change. */
async function untouched(who: Extractor) {
  const [opened, ports] = [await openedOf(who), await portsOf(who)];
  const used = (await who.get("apiLinks")).items.map(({ uses, lastUsedAt }) => [uses, lastUsedAt]);
  return { ips: await who.ips(), opened: opened.length, ports: ports.length, used };
}

describe("GET /extract (spec/extraction#links)", () => {
  it("opens IPs for whitelisted addresses and returns them as text, new ones for each call", async () => {
    const ada = await extractor(shop, 5);
    const { url } = await ada.link({ country: "DE", num: 2, hours: 3 });
    const answer = await get(ada, url);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
    });
    const opened = (await openedOf(ada)).toReversed();
    expect(answer.text.split("\n").toSorted()).toEqual(
      opened.map(({ host, port }) => `${host}:${port}`).toSorted(),
    );
    expect(opened).toHaveLength(2);
    for (const one of opened) {
      expect(one).toMatchObject({ auth: "nouser", by: "link", country: "DE", status: "active" });
      expect(Date.parse(one.expiresAt) - Date.parse(one.openedAt)).toBe(3 * 3_600_000);
    }
    expect(await ada.ips()).toBe(3);
    const again = await get(ada, url);
    expect(again.text).not.toBe(answer.text);
    expect(await ada.ips()).toBe(1);
    const [link] = (await ada.get("apiLinks")).items;
    expect(link?.uses).toBe(2);
    expect(link?.lastUsedAt).not.toBeNull();
  });

  it("opens whitelisted ports for the traffic plan, which cost nothing, and opens no IPs", async () => {
    const bea = await extractor(shop, 3);
    const costs = async () => {
      const { balanceBytes, usedBytes, allocatedBytes } = await bea.get("trafficInfo");
      return { balanceBytes, usedBytes, allocatedBytes, ips: await bea.ips() };
    };
    const before = await costs();
    expect(before.balanceBytes).toBeGreaterThan(0);
    const { url } = await bea.link({ plan: "traffic", country: "US", state: "texas", minutes: 7 });
    const [proxy, ...others] = proxiesIn(await get(bea, url, { format: "json", num: 1 }));
    expect(others).toEqual([]);
    const [port] = await portsOf(bea);
    expect(port).toMatchObject({ byLink: true, country: "US", state: "texas", minutes: 7 });
    expect(proxy).toEqual({
      host: "127.0.0.1",
      port: port?.port,
      protocol: "http",
      ip: "",
      country: "US",
      state: "texas",
      city: "",
      expiresAt: port?.expiresAt,
    });
    expect(await openedOf(bea)).toEqual([]);
    expect(await costs()).toEqual(before);
  });

  it("uses the format and the separator of the link or of the URL", async () => {
    const cleo = await extractor(shop, 12);
    const { url } = await cleo.link({ country: "JP", num: 2, separator: " | " });
    const line = /^127\.0\.0\.1:\d+ \| 127\.0\.0\.1:\d+$/;
    expect((await get(cleo, url)).text).toMatch(line);
    const tabbed = await get(cleo, url, { separator: "\\r\\n\\t" });
    expect(tabbed.text.split(readSeparator("\\r\\n\\t"))).toHaveLength(2);
    const csv = await get(cleo, url, { format: "csv", protocol: "socks5" });
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const rows: unknown[] = parse(csv.text, { columns: true });
    const [newest] = await openedOf(cleo);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({
      host: "127.0.0.1",
      port: String(newest?.port),
      protocol: "socks5",
      ip: newest?.ip,
      country: "JP",
      state: newest?.state,
      city: newest?.city,
      expiresAt: newest?.expiresAt,
    });
    const json = await get(cleo, url, { format: "json" });
    expect(json.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(JSON.parse(json.text)).toMatchObject({ code: 0, msg: "" });
    expect(proxiesIn(json)).toHaveLength(2);
  });

  it("lets URL parameters override the link's own; empty ones are ignored", async () => {
    const dora = await extractor(shop, 10);
    const own = { country: "US", state: "california", city: "losangeles", hours: 2 };
    const { url } = await dora.link({ ...own, format: "json" });
    const [same] = proxiesIn(await get(dora, url, { country: "", num: "" }));
    expect(same).toMatchObject({ country: "US", city: "losangeles" });
    // A link's URL contains its city, so a caller who wants another country removes it.
    const bare = `/extract?token=${new URL(url).searchParams.get("token")}`;
    const [other] = proxiesIn(await get(dora, bare, { country: "JP" }));
    expect(other?.country).toBe("JP");
    const [home] = proxiesIn(await get(dora, bare));
    expect(home).toMatchObject({ country: "US", city: "losangeles" });
    const many = proxiesIn(await get(dora, bare, { num: 3, hours: 5 }));
    expect(many).toHaveLength(3);
    const [latest] = await openedOf(dora);
    const hours = (Date.parse(latest?.expiresAt ?? "") - Date.parse(latest?.openedAt ?? "")) / 36e5;
    expect(hours).toBe(5);
    // A parameter of the other plan is ignored.
    expect(proxiesIn(await get(dora, bare, { minutes: 3 }))).toHaveLength(1);
    const added = await extractFrom(shop, dora.ip, "/extract", { raw: `${url}&num=2&hours=1` });
    expect(proxiesIn(added)).toHaveLength(2);
    const twice = await extractFrom(shop, dora.ip, "/extract", { raw: `${url}&num=2&num=0` });
    expect(refusalIn(twice)).toEqual([403, 400, "badQuantity", "num"]);
  });

  it("opens the requested ports, consecutive ones for several", async () => {
    const eve = await extractor(shop, 3);
    const first = await freeRequestedPorts(shop, 5);
    const { url } = await eve.link({ num: 3, port: first, format: "json" });
    const numbers = (items: { port: number }[]) => items.map(({ port }) => port);
    // The link's own port applies when the URL has none.
    const bare = `/extract?token=${new URL(url).searchParams.get("token")}`;
    expect(numbers(proxiesIn(await get(eve, bare)))).toEqual([first, first + 1, first + 2]);
    const more = { port: first + 3, num: 2, format: "json" };
    const { url: white } = await eve.link({ plan: "traffic" });
    expect(numbers(proxiesIn(await get(eve, white, more)))).toEqual([first + 3, first + 4]);
    const held = await untouched(eve);
    const taken = await get(eve, white, { ...more, port: first + 2 });
    expect(refusalIn(taken)).toEqual([403, 409, "portUnavailable", "port"]);
    expect(await untouched(eve)).toEqual(held);
  });

  it("serves only whitelisted addresses of the link's own account, whatever headers say", async () => {
    const [fay, gil] = [await extractor(shop, 2), await extractor(shop, 2)];
    const { url } = await fay.link();
    const before = await untouched(fay);
    for (const ip of [gil.ip, freshAddress(), "127.0.0.1"])
      expect(refusalIn(await get(fay, url, {}, ip))).toEqual([
        403,
        403,
        "notWhitelisted",
        undefined,
      ]);
    const forged = await fetch(url, {
      headers: { "x-forwarded-for": fay.ip, forwarded: `for=${fay.ip}`, "x-real-ip": fay.ip },
    });
    expect(forged.status).toBe(403);
    expect(await untouched(fay)).toEqual(before);
    expect((await get(fay, url)).status).toBe(200);
  });

  it("stops when a whitelist entry is removed or expires, and works once one is added", async () => {
    const hal = await extractor(shop, 9);
    const { url } = await hal.link();
    const status = async (ip = hal.ip) => (await get(hal, url, {}, ip)).status;
    expect(await status()).toBe(200);
    const [entry] = (await hal.get("trafficWhiteList")).items;
    await hal.get("delTrafficWhite", { ids: entry?.id });
    expect(await status()).toBe(403);
    const later = freshAddress();
    expect(await status(later)).toBe(403);
    await hal.get("addTrafficWhite", { ips: later, days: 1 });
    expect(await status(later)).toBe(200);
    const { world } = shop.services;
    const before = world.offsetMs();
    world.setOffset(before + 86_400_000);
    expect(await status(later)).toBe(403);
    world.setOffset(before);
    expect(await hal.ips()).toBe(7);
  });

  it("fails once the link is deleted or the account closed, and while the account is disabled", async () => {
    const [ida, jon] = [await extractor(shop, 2), await extractor(shop, 2)];
    const [kept, removed] = [await ida.link(), await ida.link()];
    await ida.get("apiLinkDel", { ids: removed.id });
    const unknown = [403, 404, "linkNotFound", "token"];
    expect(refusalIn(await get(ida, removed.url))).toEqual(unknown);
    const disable = (at: Date | null) => transaction(shop.db, (tx) => setDisabled(tx, ida.id, at));
    await disable(new Date());
    const disabled = [403, 403, "accountDisabled", undefined];
    expect(refusalIn(await get(ida, kept.url))).toEqual(disabled);
    // Checks run in this order: address, account, parameters.
    expect(refusalIn(await get(ida, kept.url, { num: 0 }))).toEqual(disabled);
    expect(refusalIn(await get(ida, kept.url, { num: 0 }, "127.0.0.1"))[2]).toBe("notWhitelisted");
    await disable(null);
    expect((await get(ida, kept.url)).status).toBe(200);
    const { url } = await jon.link();
    await closeCustomer(shop, jon);
    expect(refusalIn(await get(jon, url))).toEqual(unknown);
  });

  it("refuses with HTTP 403 and the envelope, in the requested language", async () => {
    const kim = await extractor(shop, 1);
    const { url } = await kim.link({ num: 2 });
    const before = await untouched(kim);
    for (const [more, code, reason, field] of [
      [{}, 402, "insufficientIps", undefined],
      [{ num: 501 }, 400, "badQuantity", "num"],
      [{ hours: 6 }, 400, "badHours", "hours"],
      [{ format: "xml" }, 400, "badField", "format"],
      [{ protocol: "ftp" }, 400, "badField", "protocol"],
      [{ separator: "x".repeat(17) }, 400, "badField", "separator"],
      [{ country: "AQ" }, 400, "noExitThere", "country"],
      [{ country: "DE", city: "losangeles" }, 400, "noExitThere", "city"],
      [{ port: 10_000 }, 400, "badApiPort", "port"],
      [{ port: 79 }, 400, "badApiPort", "port"],
    ] as [More, number, string, string | undefined][]) {
      const answer = await get(kim, url, more);
      expect([more, ...refusalIn(answer)]).toEqual([more, 403, code, reason, field]);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.headers["content-type"]).toContain("application/json");
    }
    for (const token of ["", "x", "A".repeat(43), "A".repeat(5_000)]) {
      const answer = await extractFrom(shop, kim.ip, "/extract", { more: { token, lang: "fr" } });
      expect(refusalIn(answer)).toEqual([403, 404, "linkNotFound", "token"]);
    }
    const words = async (lang: string) =>
      (JSON.parse((await get(kim, url, { lang })).text) as { msg: string }).msg;
    expect(await words("de")).not.toBe(await words("en"));
    expect(await words("xx")).toBe(await words("en"));
    expect(await untouched(kim)).toEqual(before);
  });

  it("accepts only GET: other methods return 405 and cost nothing", async () => {
    const leo = await extractor(shop, 1);
    const { url } = await leo.link();
    for (const method of ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await extractFrom(shop, leo.ip, url, { method });
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, "GET"]);
      // A HEAD response has no body.
      const said = method === "HEAD" ? [405, "methodNotAllowed"] : refusalIn(answer).slice(1, 3);
      expect(said).toEqual([405, "methodNotAllowed"]);
    }
    expect(await leo.ips()).toBe(1);
  });
});
