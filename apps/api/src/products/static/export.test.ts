import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { proxyFileOf } from "@turnpike/proxy-strings/write/proxy-file.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { proxyFormatFacts, proxyFormatNames } from "@turnpike/proxy-strings/write/proxy-formats.ts";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { recordListenerHealth } from "../../inventory/exit/static-listeners.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { exportsFrom, refusalOf, ticketOf } from "../../identity/ticket/testing.ts";
import { giveStatics } from "./give-testing.ts";
import { findStatics } from "./store/static-ips.ts";

const shop = forTests(startShop);

/** Gives static IPs; by default a gateway has opened a port of their exits. */
async function give(
  to: Customer,
  { open = true, ...given }: Parameters<typeof giveStatics>[2] & { open?: boolean },
) {
  const ids = await giveStatics(shop.services, to.id, given);
  const { rows } = await sql<{ exitId: string }>`
    select exit_id as "exitId" from static_ip where id = any(${ids}::uuid[])`.execute(shop.db);
  const doors = rows.map((row) => ({ ...row, ports: [2024], reachable: true, detail: "" }));
  if (open) await recordListenerHealth(shop.services, doors);
  return ids;
}
type Asked = Record<string, string>;
const { exported, textOf, fetchFile } = exportsFrom(shop, "/v1/static/export");

describe("GET /v1/static/export (spec/static#export)", () => {
  it("returns lines of host:port:user:password, newest first, for all that have not expired", async () => {
    const ada = await shop.customer();
    await give(ada, { account: "AdaFirst1", password: "older77", days: 7, endsInMs: 86_400_000 });
    await give(ada, { account: "AdaThird3", endsInMs: -1 });
    const [id = ""] = await give(ada, { account: "AdaSecond2", password: "newer77" });
    await give(ada, { term: "short", account: "AdaShort1", password: "brief77" });
    const of = { accountId: ada.id, term: "static" as const, ids: [id] };
    const [row] = await findStatics(shop.db, of);
    const door = { exitId: row?.exit_id ?? "", ports: [3010, 443], reachable: true, detail: "" };
    await recordListenerHealth(shop.services, [door]);
    const [newer, older] = (await ada.get("staticUseList", { status: "active" })).items;
    const answer = await exported(ada);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/"static-ips-[\d-]{17}\.txt"/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toBe(
      `${newer?.host}:3010:AdaSecond2:newer77\n${older?.host}:${older?.port}:AdaFirst1:older77\n`,
    );
    const short = await exported(ada, {}, "/v1/staticShort/export");
    expect(short.headers.get("content-disposition")).toMatch(/"short-term-ips-[\d-]{17}\.txt"/);
    expect(await short.text()).toMatch(/^127\.[\d.]+:\d+:AdaShort1:brief77\n$/);
  });

  it("follows a template and the order of the given ids, including expired ones", async () => {
    const bea = await shop.customer();
    const [first = ""] = await give(bea, { account: "BeaOne111", remark: "a b\nc {host}" });
    const [second = ""] = await give(bea, { account: "BeaTwo222", endsInMs: -1 });
    const template = "socks5://{user}:{password}@{host}:{port}#{country}/{remark}";
    const ids = `${second},${first}`;
    const lines = (await textOf(bea, { ids, template, format: "txt" })).split("\n");
    const shown = (await bea.get("staticUseList")).items;
    const line = (id: string, remark: string) => {
      const { account, host, port, country } = shown.find((each) => each.id === id) ?? {};
      return `socks5://${account}:secret77@${host}:${port}#${country}/${remark}`;
    };
    expect(lines).toEqual([line(second, ""), line(first, "a b c {host}"), ""]);
  });

  it("omits IPs without an open port, unless their id is given: then the line is the bare host", async () => {
    const abe = await shop.customer();
    const [shut = ""] = await give(abe, { account: "AbeShut11", open: false });
    expect(await textOf(abe)).toBe("");
    expect(await textOf(abe, { format: "json" })).toBe("[\n]\n");
    await give(abe, { account: "AbeOpen11" });
    expect(await textOf(abe)).toMatch(/^127\.[\d.]+:2024:AbeOpen11:secret77\n$/);
    expect(JSON.parse(await textOf(abe, { format: "json" }))).toMatchObject([{ port: 2024 }]);
    expect(await textOf(abe, { ids: shut })).toMatch(/^127\.[\d.]+\n$/);
    const named = await textOf(abe, { ids: shut, format: "json" });
    expect(JSON.parse(named)).toMatchObject([{ port: 0, user: "AbeShut11" }]);
  });

  it("returns CSV with a header and without formulas, or an array of objects", async () => {
    const cleo = await shop.customer();
    await give(cleo, { account: "CleoCsv11", remark: '=HYPERLINK("x"),y', country: "DE" });
    const [shown] = (await cleo.get("staticUseList")).items;
    const csv = await exported(cleo, { format: "csv" });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const fields = {
      host: shown?.host,
      port: shown?.port,
      user: "CleoCsv11",
      password: "secret77",
      country: "DE",
      city: shown?.city,
      expires: shown?.expiresAt,
      remark: '=HYPERLINK("x"),y',
    };
    const texts = { ...fields, port: String(shown?.port), remark: `'${fields.remark}` };
    expect(parse(await csv.text(), { columns: true })).toEqual([texts]);
    const json = await exported(cleo, { format: "json" });
    expect(json.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await json.json()).toEqual([fields]);
    const nobody = await shop.customer();
    expect(await (await exported(nobody, { format: "json" })).json()).toEqual([]);
    expect(await textOf(nobody)).toBe("");
    expect(await textOf(nobody, { format: "csv" })).toBe(`${Object.keys(fields).join(",")}\r\n`);
  });

  it("returns any format of the shared generator, with its file extension and content type", async () => {
    const fay = await shop.customer();
    await give(fay, { account: "FayForm11", remark: "a: b # c", country: "DE" });
    const proxies = JSON.parse(await textOf(fay, { format: "json" })) as ProxyFields[];
    for (const [at, format] of proxyFormatNames.entries()) {
      for (const [turn, protocol] of (["http", "socks5", ""] as const).entries()) {
        if (!isFull && at % 3 !== turn) continue;
        if (format === "txt") continue;
        const answer = await exported(fay, { format, protocol });
        const { ending, type } = proxyFormatFacts(format);
        expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
        expect(answer.headers.get("content-disposition")).toMatch(
          new RegExp(`"static-ips-(${format}-)?[\\d-]{17}\\.${ending}"`),
        );
        const wanted = proxyFileOf(format, proxies, { protocol: protocol || undefined });
        expect(await answer.text()).toBe(wanted);
      }
    }
    const lines = proxies.map(({ host, port }) => `${host}:${port}:FayForm11:secret77\n`);
    expect(await textOf(fay, { protocol: "socks5" })).toBe(lines.join(""));
  });

  it("refuses an invalid URL with 400 before its ticket is used up", async () => {
    const dora = await shop.customer();
    await give(dora, { account: "DoraOwn11" });
    const ticket = await ticketOf(dora, { what: "export" });
    for (const [wrong, reason] of [
      [{ format: "xml" }, "badField"],
      [{ format: "toString" }, "badField"],
      [{ protocol: "gopher" }, "badField"],
      [{ template: "{host}:{secret}" }, "badTemplate"],
      [{ template: "no field" }, "badTemplate"],
      [{ template: "{host}\u0000" }, "badTemplate"],
      [{ template: "{host}\n{port}" }, "badTemplate"],
      [{ template: `{host}${"x".repeat(200)}` }, "badTemplate"],
      [{ ids: " , " }, "selectRow"],
    ] as [Asked, string][]) {
      expect(await refusalOf(await fetchFile({ ticket, ...wrong }))).toEqual([400, 400, reason]);
    }
    const german = await fetchFile({ ticket, template: "x", lang: "de" });
    expect(((await german.json()) as { msg: string }).msg).toMatch(/Vorlage/);
    expect(await (await fetchFile({ ticket })).text()).toContain("DoraOwn11");
    expect(await refusalOf(await fetchFile({ ticket }))).toEqual([403, 410, "ticketExpired"]);
  });

  it("requires a ticket for exports of its own account; a foreign id is 404", async () => {
    const [eve, fay] = [await shop.customer(), await shop.customer()];
    const [own = ""] = await give(eve, { account: "EveOwn111" });
    const [foreign = ""] = await give(fay, { account: "FayOwn111" });
    const [short = ""] = await give(eve, { term: "short" });
    const month = new Date(shop.services.world.now()).toISOString().slice(0, 7);
    const other = await ticketOf(eve, { what: "statement", month });
    for (const ticket of ["", "x", other]) {
      expect(await refusalOf(await fetchFile({ ticket }))).toEqual([403, 410, "ticketExpired"]);
    }
    for (const id of [foreign, short, "nothing", shop.services.world.id()]) {
      const answer = await exported(eve, { ids: `${own},${id}` });
      expect(await refusalOf(answer)).toEqual([404, 404, "staticNotFound"]);
    }
    expect(await textOf(eve)).not.toContain("FayOwn111");
  });

  it.runIf(isFull)(
    "accepts a thousand ids in its URL at most, and returns more rows than that without ids",
    async () => {
      const gil = await shop.customer();
      const ids: string[] = [];
      for (const { country, city, available } of (await gil.get("staticList")).items) {
        ids.push(...(await give(gil, { country, city, num: available, account: "GilMany11" })));
      }
      expect(ids.length).toBeGreaterThan(1_000);
      const lines = (text: string) => text.trimEnd().split("\n");
      const all = lines(await textOf(gil));
      expect(new Set(all).size).toBe(ids.length);
      const thousand = ids.slice(0, 1_000).join(",");
      const named = lines(await textOf(gil, { ids: thousand }));
      expect(new Set(named).size).toBe(1_000);
      expect(all).toEqual(expect.arrayContaining(named));
      const more = await exported(gil, { ids: `${thousand},${ids[1_000]}` });
      expect(await refusalOf(more)).toEqual([400, 400, "badField"]);
      const rows = (await (await exported(gil, { format: "json" })).json()) as unknown[];
      expect(rows).toHaveLength(ids.length);
      const head = { headers: { "x-long": "x".repeat(70_000) } };
      expect((await fetch(`${shop.url}/healthz`, head)).status).toBe(431);
    },
  );
});
