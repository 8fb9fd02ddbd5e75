import { maxApiKeys } from "@turnpike/rules/api-key.ts";
import { sql } from "kysely";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { closeCustomer } from "../../across/closure/testing.ts";
import { startApi } from "../../app.ts";
import { transaction } from "../../platform/db/database.ts";
import { dumpOf } from "../../platform/db/testing.ts";
import { setDisabled } from "../account/store/account.ts";
import { mfaCustomer, mailsTo } from "../mfa/testing.ts";
import { askFrom, type Customer, startShop } from "../session/testing.ts";
import { newKey } from "./key.ts";
import { keyOf, program } from "./testing.ts";

const shop = forTests(startShop);
/** Another process on the same database. */
const other = forTests(async () => {
  const log = pino({ level: "silent" });
  const env = { ...shop.services.env, PORT: 0 };
  return startApi({ env, databaseUrl: shop.databaseUrl, log, jobs: false });
});

const reasonOf = async (key: string, url = shop.url) =>
  (await program(url, key)("orderList")).data.reason ?? "done";
const only = async (customer: Customer) => (await customer.get("apiKeys")).items[0];

describe("An API key (spec/accounts#api-keys)", () => {
  it("is shown once, listed by its first and last characters, and stored only as a hash", async () => {
    const customer = await shop.customer();
    const { id, key } = await keyOf(customer, "read,buy", {
      name: "billing",
      ips: "127.0.0.0/8, 2001:DB8::7/64",
      maxCents: 5_000,
      expiresAt: "2030-01-01",
    });
    expect(key).toMatch(/^tpk_[A-Za-z0-9]{38}$/);
    expect(await only(customer)).toEqual({
      id,
      name: "billing",
      scopes: ["read", "buy"],
      prefix: key.slice(0, 8),
      lastFour: key.slice(-4),
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: "2030-01-01T00:00:00.000Z",
      ips: ["127.0.0.0/8", "2001:db8::/64"],
      maxCents: 5_000,
      spentCents: 0,
      lastUsedAt: null,
      lastIp: null,
    });
    const dump = [...(await dumpOf(shop.db)).values()].flat();
    expect(dump.filter((row) => row.includes(key.slice(8, 30)))).toEqual([]);
    const [mail] = await mailsTo(shop, customer.email);
    expect(mail?.text).toContain("Key: billing");
    expect(mail?.text).not.toContain(key);
    const [event] = (await customer.get("loginLog")).items;
    expect(event?.event).toBe("apiKeyAdded");
  });

  it("is sent in the body or as Authorization: Bearer; a session takes precedence", async () => {
    const customer = await shop.customer();
    const { key } = await keyOf(customer, "read");
    expect((await shop.ask("member", { key })).data.email).toBe(customer.email);
    expect(await reasonOf(key)).toBe("done");
    const stranger = await shop.customer();
    const both = await shop.ask("member", { key, session: stranger.session });
    expect(both.data.email).toBe(stranger.email);
    expect((await shop.ask("member", { key, session: "junk" })).refused.reason).toBe(
      "sessionInvalid",
    );
    const basic = { authorization: `Basic ${key}` };
    const answer = await fetch(`${shop.url}/v1/member`, { method: "POST", headers: basic });
    expect(((await answer.json()) as { code: number }).code).toBe(300);
  });

  it("does not reveal the access key, which has neither an expiry nor network limits", async () => {
    const customer = await shop.customer();
    const { key } = await keyOf(customer, "read,proxies,buy");
    expect((await shop.ask("member", { key })).data.accessKey).toBe("");
    const { accessKey } = await customer.get("member");
    expect((await shop.ask("member", { key: accessKey })).data.accessKey).toBe(accessKey);
  });

  it("that is mistyped or truncated is distinguished from an unknown one by its checksum", async () => {
    const { key } = await keyOf(await shop.customer(), "read");
    const swapped = key.slice(0, 9) + (key[9] === "x" ? "y" : "x") + key.slice(10);
    expect(await reasonOf(swapped)).toBe("keyMistyped");
    expect(await reasonOf(key.slice(0, -1))).toBe("keyMistyped");
    expect(await reasonOf(newKey(shop.services.world).key)).toBe("keyUnknown");
    expect(await reasonOf("k".repeat(16))).toBe("keyUnknown");
  });

  it("is refused by every process once deleted; a batch is deleted completely or not at all", async () => {
    const customer = await shop.customer();
    const { id, key } = await keyOf(customer, "read");
    const foreign = await keyOf(await shop.customer(), "read");
    expect([await reasonOf(key), await reasonOf(key, other.url)]).toEqual(["done", "done"]);
    for (const ids of [`${id},${foreign.id}`, `${id},nonsense`]) {
      const refused = await customer.ask("apiKeyDel", { ids });
      expect([refused.code, refused.refused.reason]).toEqual([404, "apiKeyNotFound"]);
    }
    expect(await customer.get("apiKeyDel", { ids: `${id},${id}` })).toEqual({ deleted: 1 });
    expect([await reasonOf(key), await reasonOf(key, other.url)]).toEqual([
      "keyUnknown",
      "keyUnknown",
    ]);
    expect(await reasonOf(foreign.key)).toBe("done");
    expect((await customer.get("loginLog")).items[0]?.event).toBe("apiKeyDeleted");
  });

  it("ends at its expiry, which must be in the future", async () => {
    const customer = await shop.customer();
    const at = (seconds: number) =>
      new Date(shop.services.world.now() + seconds * 1_000).toISOString();
    const past = { name: "x", scopes: "read", expiresAt: at(-1) };
    expect((await customer.ask("apiKeyAdd", past)).refused).toMatchObject({
      reason: "badExpiry",
      field: "expiresAt",
    });
    const { key } = await keyOf(customer, "read", { expiresAt: at(3_600) });
    // Half a minute before it expires: the call itself takes time on a busy machine.
    await shop.advance(3_570);
    expect(await reasonOf(key)).toBe("done");
    await shop.advance(30);
    const { code, data } = await program(shop.url, key)("orderList");
    expect([code, data.reason]).toEqual([300, "keyExpired"]);
    expect((await customer.get("apiKeys")).items).toHaveLength(1);
  });

  it("works only from its networks: elsewhere 403, after its fields were validated", async () => {
    const { key } = await keyOf(await shop.customer(), "read", { ips: "127.0.0.64/26" });
    const from = (ip: string) => askFrom(shop.url, { ip });
    expect((await from("127.0.0.70")("orderList", { key })).code).toBe(0);
    const refused = await from("127.0.0.128")("orderList", { key });
    expect([refused.code, refused.refused.reason]).toEqual([403, "keyNetwork"]);
    expect((await from("127.0.0.128")("orderList", { key, page: "x" })).code).toBe(400);
  });

  it("records when and from where it was used, at most once a minute", async () => {
    const customer = await shop.customer();
    const { key } = await keyOf(customer, "read");
    const use = (ip: string) => askFrom(shop.url, { ip })("orderList", { key });
    await use("127.0.0.5");
    const first = await only(customer);
    expect(first?.lastIp).toBe("127.0.0.5");
    await use("127.0.0.6");
    expect(await only(customer)).toEqual(first);
    await shop.pass(60);
    await use("127.0.0.6");
    expect((await only(customer))?.lastIp).toBe("127.0.0.6");
  });

  it("can be added only with mfaCode if a second factor is bound (460, 461)", async () => {
    const { customer, fresh } = await mfaCustomer(shop);
    const add = async (more = {}) =>
      (await customer.ask("apiKeyAdd", { name: "x", scopes: "read", ...more })).code;
    expect([await add(), await add({ mfaCode: "000000" })]).toEqual([460, 461]);
    expect(await add({ mfaCode: await fresh() })).toBe(0);
    expect((await customer.get("apiKeys")).items).toHaveLength(1);
  });

  it(`is limited to ${maxApiKeys} per account, however many are added concurrently`, async () => {
    const customer = await shop.customer();
    for (let made = 0; made < maxApiKeys - 2; made += 8)
      await Promise.all(Array.from({ length: 8 }, () => keyOf(customer, "read")));
    const last = await Promise.all(
      Array.from({ length: 6 }, () => customer.ask("apiKeyAdd", { name: "x", scopes: "read" })),
    );
    const codes = (code: number) => last.filter((answer) => answer.code === code).length;
    expect([codes(0), codes(409)]).toEqual([2, 4]);
    expect(last.find(({ code }) => code === 409)?.refused).toMatchObject({
      reason: "tooMany",
      limit: maxApiKeys,
    });
  });

  it.each([
    [{ name: "" }, "missingField", "name"],
    [{ scopes: "" }, "badScope", "scopes"],
    [{ scopes: undefined }, "missingField", "scopes"],
    [{ scopes: "read,admin" }, "badScope", "scopes"],
    [{ ips: "203.0.113.7/40" }, "badNetwork", "ips"],
    [{ ips: "localhost" }, "badNetwork", "ips"],
    [{ maxCents: 100 }, "badKeyLimit", "maxCents"],
    [{ scopes: "buy", maxCents: -1 }, "badKeyLimit", "maxCents"],
    [{ expiresAt: "tomorrow" }, "badField", "expiresAt"],
  ])("with %j is refused as %s", async (more, reason, field) => {
    const customer = await shop.customer();
    const input = { name: "x", scopes: "read", ...more };
    expect((await customer.ask("apiKeyAdd", input)).refused).toEqual({ reason, field });
  });

  it("does not work for a disabled or closed account; closing the account deletes it", async () => {
    const barred = await shop.customer();
    const one = await keyOf(barred, "read");
    await transaction(shop.db, (tx) => setDisabled(tx, barred.id, new Date()));
    expect(await reasonOf(one.key)).toBe("keyUnknown");
    await transaction(shop.db, (tx) => setDisabled(tx, barred.id, null));
    expect(await reasonOf(one.key)).toBe("done");
    const gone = await shop.customer();
    const two = await keyOf(gone, "read");
    await closeCustomer(shop, gone);
    expect(await reasonOf(two.key)).toBe("keyUnknown");
    const rows = await sql`select 1 from api_key where account_id = ${gone.id}`.execute(shop.db);
    expect(rows.rows).toEqual([]);
  });

  it("can be guessed 100 times an hour per network; repeating one dead key does not count", async () => {
    const customer = await shop.customer();
    const { key } = await keyOf(customer, "read");
    const from = askFrom(shop.url, { ip: "127.0.44.1" });
    const guess = async (text: string) => (await from("orderList", { key: text })).code;
    const dead = newKey(shop.services.world).key;
    for (let n = 0; n < 105; n++) expect(await guess(dead)).toBe(300);
    for (let n = 1; n < 100; n++) {
      expect(await guess(newKey(shop.services.world).key)).toBe(300);
    }
    expect(await guess(newKey(shop.services.world).key)).toBe(429);
    // The right key still works, from there and elsewhere.
    expect(await guess(key)).toBe(0);
    expect(await reasonOf("unknown")).toBe("keyUnknown");
  });
});
