import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type ApiLink, extractPath } from "@turnpike/contract/extraction.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { closeCustomer } from "../../across/closure/testing.ts";
import { dumpOf } from "../../platform/db/testing.ts";
import { keyOf } from "../../identity/api-key/testing.ts";
import { type Customer, type Fields, startShop } from "../../identity/session/testing.ts";
import { join } from "../../identity/team/testing.ts";

const shop = forTests(startShop);

const add = async (who: Customer, fields: Fields = {}) =>
  (await who.get("apiLinkAdd", { plan: "ip", ...fields })).item;
const refusal = async (who: Customer, fields: Fields) => {
  const { code, refused } = await who.ask("apiLinkAdd", { plan: "ip", ...fields });
  return [code, refused.reason, refused.field];
};
const tokenOf = ({ url }: ApiLink) => new URL(url).searchParams.get("token") ?? "";
const parametersOf = ({ url }: ApiLink) => {
  const { token: _token, ...others } = Object.fromEntries(new URL(url).searchParams);
  return others;
};

describe("extraction links (spec/extraction#links)", () => {
  it("default to one proxy as text, for an hour or ten minutes", async () => {
    const ada = await shop.customer();
    const ip = await add(ada);
    expect(ip).toMatchObject({
      plan: "ip",
      country: "",
      countryName: "",
      num: 1,
      hours: 1,
      minutes: null,
      format: "txt",
      separator: "\\n",
      port: null,
      protocol: "http",
      remark: "",
      lastUsedAt: null,
      uses: 0,
    });
    expect(new URL(ip.url).origin + new URL(ip.url).pathname).toBe(shop.url + extractPath);
    const shown = { num: "1", hours: "1", format: "txt", separator: "\\n", protocol: "http" };
    expect(parametersOf(ip)).toEqual(shown);
    // Fields of the other plan are ignored.
    const traffic = await add(ada, { plan: "traffic", hours: 3 });
    expect(traffic).toMatchObject({ hours: null, minutes: 10 });
    expect((await add(ada, { minutes: 9 })).minutes).toBeNull();
    expect((await ada.get("apiLinks")).items[2]).toEqual(ip);
  });

  it("contain all their settings in the URL, and show names in the requested language", async () => {
    const bea = await shop.customer();
    const input = { country: "us", state: "New York", city: "New York", num: 20, minutes: 60 };
    const more = { format: "txt", separator: ", ", port: 443, protocol: "socks5", remark: "mine" };
    const item = await add(bea, { plan: "traffic", ...input, ...more, lang: "de" });
    expect(item).toMatchObject({
      country: "US",
      countryName: "Vereinigte Staaten",
      state: "newyork",
      stateName: "New York",
      cityName: "New York",
    });
    const place = { country: "US", state: "newyork", city: "newyork" };
    const rest = { num: "20", minutes: "60", format: "txt", separator: ", " };
    expect(parametersOf(item)).toEqual({ ...place, ...rest, port: "443", protocol: "socks5" });
    expect(parametersOf(await add(bea, { format: "json" })).separator).toBeUndefined();
  });

  it("are returned on creation as they are listed, and as an item", async () => {
    const abe = await shop.customer();
    const answer = await abe.get("apiLinkAdd", { plan: "traffic", remark: "twice said" });
    const { items } = await abe.get("apiLinks");
    expect(answer).toEqual({ ...items[0], item: items[0], items });
  });

  it("have tokens of 256 random bits, sealed and hashed at rest, that can be shown again", async () => {
    const cleo = await shop.customer();
    const [one, other] = [await add(cleo), await add(cleo)];
    expect(tokenOf(one)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(tokenOf(one)).not.toBe(tokenOf(other));
    const { items } = await cleo.get("apiLinks");
    expect(items.map(({ url }) => url)).toEqual([other.url, one.url]);
    const dump = [...(await dumpOf(shop.db)).values()].flat().join("\n");
    expect(dump).toContain(one.id);
    expect(dump).not.toContain(tokenOf(one));
  });

  it("show their token to those who may spend alone: no other key and no other role has it", async () => {
    const owner = await shop.customer();
    const { url } = await add(owner);
    const { accessKey } = await owner.get("member");
    const keys = [
      accessKey,
      (await keyOf(owner, "read,proxies,money,manage")).key,
      (await keyOf(owner, "read,buy")).key,
    ];
    const shown = await Promise.all(
      keys.map(async (key) => (await shop.ask("apiLinks", { key })).data.items[0]?.url),
    );
    expect(shown.map((one) => one === url)).toEqual([false, false, true]);
    for (const role of ["developer", "viewer", "admin"] as const) {
      const member = await join(shop, owner, role);
      const [link] = (await member.get("apiLinks")).items;
      expect([role, link?.url === url]).toEqual([role, role === "admin"]);
    }
  });

  it("are refused with the invalid field", async () => {
    const dora = await shop.customer();
    for (const [fields, reason, field] of [
      [{ plan: "static" }, "badField", "plan"],
      [{ plan: "" }, "missingField", "plan"],
      [{ num: 501 }, "badQuantity", "num"],
      [{ hours: 6 }, "badHours", "hours"],
      [{ plan: "traffic", minutes: 1441 }, "badPortMinutes", "minutes"],
      [{ format: "xml" }, "badField", "format"],
      [{ separator: "\u0000" }, "badField", "separator"],
      [{ separator: "x".repeat(17) }, "badField", "separator"],
      [{ port: 79 }, "badApiPort", "port"],
      [{ port: 10_001 }, "badApiPort", "port"],
      [{ port: 10_000, num: 2 }, "badApiPort", "port"],
      [{ protocol: "https" }, "badField", "protocol"],
      [{ country: "AQ" }, "noExitThere", "country"],
      [{ country: "DE", city: "Los Angeles" }, "noExitThere", "city"],
    ] as const)
      expect([fields, ...(await refusal(dora, fields))]).toEqual([fields, 400, reason, field]);
    expect((await dora.get("apiLinks")).items).toEqual([]);
  });

  it("are limited to 100, even if many are created at once", async () => {
    const eve = await shop.customer();
    const asked = await Promise.all(Array.from({ length: 103 }, () => refusal(eve, {})));
    expect(asked.filter(([code]) => code === 0)).toHaveLength(100);
    expect(asked.filter(([, reason]) => reason === "tooManyLinks")).toHaveLength(3);
    expect((await eve.get("apiLinks")).items).toHaveLength(100);
  }, 30_000);

  it("are deleted all or none, and only by their own account", async () => {
    const [fay, gil] = [await shop.customer(), await shop.customer()];
    const [mine, second] = [await add(fay), await add(fay)];
    const theirs = await add(gil);
    const del = async (...given: string[]) => {
      const answer = await fay.ask("apiLinkDel", { ids: given.join() });
      return [answer.code, answer.refused.reason ?? answer.data.deleted];
    };
    const gone = [404, "linkNotFound"];
    expect(await del(mine.id, theirs.id)).toEqual(gone);
    expect(await del(mine.id, "nothing")).toEqual(gone);
    expect((await fay.get("apiLinks")).items).toHaveLength(2);
    expect(await del(mine.id, second.id)).toEqual([0, 2]);
    expect(await del(mine.id)).toEqual(gone);
    const third = await add(fay);
    expect(await del(third.id.toUpperCase(), third.id)).toEqual([0, 1]);
    expect((await gil.get("apiLinks")).items).toHaveLength(1);
  });

  it("can be read with an access key, but created and deleted only with a session", async () => {
    const hal = await shop.customer();
    const { id } = await add(hal);
    const { accessKey: key } = await hal.get("member");
    expect((await shop.ask("apiLinks", { key })).data.items).toHaveLength(1);
    expect((await shop.ask("apiLinkAdd", { key, plan: "ip" })).refused.reason).toBe("keyReadOnly");
    expect((await shop.ask("apiLinkDel", { key, ids: id })).refused.reason).toBe("keyReadOnly");
  });

  it("are deleted with their account", async () => {
    const ida = await shop.customer();
    await add(ida);
    await closeCustomer(shop, ida);
    const { rows } = await sql`
      select from api_link where account_id = ${ida.id}`.execute(shop.db);
    expect(rows).toEqual([]);
  });
});
