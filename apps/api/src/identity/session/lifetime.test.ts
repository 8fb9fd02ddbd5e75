import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openLive } from "../../products/live/testing.ts";
import { maxSessions } from "./open-session.ts";
import { askFrom, type Customer, startShop } from "./testing.ts";

const shop = forTests(startShop);

async function again({ email, password }: Customer): Promise<string> {
  return (await shop.ask("signin", { email, password, agree: 1 })).data.session;
}
const codeOf = async (session: string) => (await shop.ask("member", { session })).code;

describe("moreLogin (spec/sign-in#sessions)", () => {
  it("off: ends the other sessions at once, and later each new login ends all others", async () => {
    const customer = await shop.customer();
    const other = await again(customer);
    expect((await customer.ask("moreLogin", { enabled: 0 })).data).toEqual({ multiDevice: false });
    expect(await codeOf(other)).toBe(300);
    expect(await codeOf(customer.session)).toBe(0);
    const next = await again(customer);
    expect(await codeOf(customer.session)).toBe(300);
    expect((await shop.ask("member", { session: next })).data.multiDevice).toBe(false);
  });

  it("on: ends no session, now or later", async () => {
    const customer = await shop.customer();
    await customer.get("moreLogin", { enabled: 0 });
    const { multiDevice } = await customer.get("moreLogin", { enabled: 1 });
    expect(multiDevice).toBe(true);
    const other = await again(customer);
    expect([await codeOf(customer.session), await codeOf(other)]).toEqual([0, 0]);
  });

  it("requires a yes or a no", async () => {
    const { ask } = await shop.customer();
    for (const enabled of [undefined, "", "perhaps"])
      expect(await ask("moreLogin", { enabled })).toMatchObject({
        code: 400,
        refused: { field: "enabled" },
      });
  });

  it("leaves one session if several switch it off concurrently", async () => {
    const customer = await shop.customer();
    const sessions = [customer.session, await again(customer), await again(customer)];
    const off = (session: string) => shop.ask("moreLogin", { session, enabled: 0 });
    const answers = await Promise.all(sessions.map(off));
    expect(answers.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, 300, 300]);
    const alive = await Promise.all(sessions.map(codeOf));
    expect(alive).toEqual(answers.map((one) => one.code));
  });
});

describe("upTokenCache (spec/sign-in#sessions)", () => {
  it("applies to the current session too", async () => {
    const { ask, get } = await shop.customer();
    expect(await get("upTokenCache", { minutes: 10 })).toEqual({ loginMinutes: 10 });
    expect((await get("member")).loginMinutes).toBe(10);
    await shop.pass(599);
    expect((await ask("member")).code).toBe(0);
    await shop.pass(601);
    expect((await ask("member")).code).toBe(300);
  });

  it("0 keeps the session alive forever", async () => {
    const { ask, get } = await shop.customer();
    await get("upTokenCache", { minutes: 0 });
    await shop.advance(400 * 86_400);
    expect((await ask("member")).code).toBe(0);
  });

  it("accepts 0 and 10 to 43200", async () => {
    const { ask } = await shop.customer();
    for (const minutes of [10, 43_200, 0])
      expect((await ask("upTokenCache", { minutes })).code).toBe(0);
    for (const minutes of [1, 9, 43_201, -1, 10.5, "ten", "", undefined])
      expect(await ask("upTokenCache", { minutes })).toMatchObject({
        code: 400,
        refused: { field: "minutes" },
      });
  });

  it("does not revive an expired session", async () => {
    const customer = await shop.customer();
    const other = await again(customer);
    await customer.get("upTokenCache", { minutes: 10 });
    await shop.pass(400);
    await customer.get("member");
    await shop.pass(400);
    // The job that deletes ended sessions has not run, so the row still exists.
    const { db, world } = shop.services;
    await sql`
      insert into session (id, account_id, token_hash, created_at, last_seen_at, ip, agent)
      select gen_random_uuid(), account_id, sha256('ran out'), created_at, ${new Date(world.now() - 700_000)},
        ip, agent from session where account_id = ${customer.id} limit 1`.execute(db);
    await customer.get("upTokenCache", { minutes: 0 });
    const { items } = await customer.get("sessions");
    expect(items.map((item) => item.current)).toEqual([true]);
    expect(await codeOf(other)).toBe(300);
  });
});

describe("sessions (spec/sign-in#sessions)", () => {
  it("lists live sessions with their expiry: this one first, then the last used", async () => {
    const customer = await shop.customer();
    const phone = askFrom(shop.url, { ip: "127.0.0.9", agent: "Phone/1.0" });
    const { email, password } = customer;
    await shop.pass(60);
    await phone("signin", { email, password, agree: 1 });
    await shop.pass(60);
    await again(customer);
    const { items } = await customer.get("sessions");
    expect(items.map((item) => item.current)).toEqual([true, false, false]);
    expect(items.map((item) => item.ip)).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.9"]);
    expect(items[2]).toMatchObject({ agent: "Phone/1.0", country: null, countryName: null });
    for (const { expiresAt, lastSeenAt } of items)
      expect(Date.parse(expiresAt ?? "") - Date.parse(lastSeenAt)).toBe(1440 * 60_000);
    await customer.get("upTokenCache", { minutes: 0 });
    const always = (await customer.get("sessions")).items;
    expect(always.map((item) => item.expiresAt)).toEqual([null, null, null]);
  });

  it("shows the country in the requested language", async () => {
    const customer = await shop.customer();
    await sql`update session set ip = '114.114.114.114' where account_id = ${customer.id}`.execute(
      shop.db,
    );
    await sql`update login_event set ip = '8.8.8.8' where account_id = ${customer.id}`.execute(
      shop.db,
    );
    const { items } = await customer.get("sessions", { lang: "de" });
    expect(items[0]).toMatchObject({ country: "CN", countryName: "China" });
    const log = await customer.get("loginLog", { lang: "zh" });
    expect(log.items[0]).toMatchObject({ country: "US", countryName: "美國" });
  });

  it("omits expired sessions and those of other accounts", async () => {
    const customer = await shop.customer();
    await again(customer);
    await shop.customer();
    expect((await customer.get("sessions")).items).toHaveLength(2);
    const runOut = new Date(shop.services.world.now() - 1440 * 60_000);
    await sql`update session set last_seen_at = ${runOut} where id = (
      select id from session where account_id = ${customer.id} order by created_at desc limit 1)
    `.execute(shop.db);
    expect((await customer.get("sessions")).items.map((item) => item.current)).toEqual([true]);
  });

  it("are limited in number: a new one ends the least recently used", async () => {
    const customer = await shop.customer();
    await sql`
      insert into session (id, account_id, token_hash, created_at, last_seen_at, ip, agent)
      select gen_random_uuid(), account_id, sha256(n::text::bytea), created_at,
        last_seen_at + n * interval '1 millisecond', ip, agent
      from session, generate_series(1, ${maxSessions - 1}::int) n
      where account_id = ${customer.id}`.execute(shop.db);
    expect((await customer.get("sessions")).items).toHaveLength(maxSessions);
    await shop.pass(1);
    const last = await again(customer);
    expect(await codeOf(customer.session)).toBe(300);
    const { items } = (await shop.ask("sessions", { session: last })).data;
    expect(items).toHaveLength(maxSessions);
  });
});

describe("endSessions (spec/sign-in#sessions)", () => {
  it("ends all sessions but this one, and their open streams", async () => {
    const customer = await shop.customer();
    const other = await again(customer);
    const [mine, others] = [
      await openLive(shop.url, { session: customer.session }),
      await openLive(shop.url, { session: other }),
    ];
    expect(await customer.get("endSessions")).toEqual({ ended: 1 });
    expect(await codeOf(other)).toBe(300);
    expect(await codeOf(customer.session)).toBe(0);
    await expect.poll(() => others.ended, { timeout: 2_500 }).toBe(true);
    expect(mine.ended).toBe(false);
    mine.close();
    expect((await customer.get("loginLog")).items[0]).toMatchObject({
      event: "ended",
      current: true,
    });
    expect(await customer.get("endSessions")).toEqual({ ended: 0 });
    expect((await customer.get("loginLog")).total).toBe(3);
  });

  it("ends one by its id, including this one; a foreign, unknown or ended one is 404", async () => {
    const [customer, stranger] = [await shop.customer(), await shop.customer()];
    const other = await again(customer);
    const { items } = await customer.get("sessions");
    const [mine, others] = items.map((item) => item.id);
    const foreign = (await stranger.get("sessions")).items[0]?.id;
    for (const id of [foreign, "no-such-id", "00000000-0000-4000-8000-000000000000"])
      expect(await customer.ask("endSessions", { id })).toMatchObject({
        code: 404,
        refused: { reason: "sessionNotFound" },
      });
    expect((await stranger.ask("member")).code).toBe(0);
    expect(await customer.get("endSessions", { id: others })).toEqual({ ended: 1 });
    expect(await codeOf(other)).toBe(300);
    expect((await customer.ask("endSessions", { id: others })).code).toBe(404);
    expect(await customer.get("endSessions", { id: mine })).toEqual({ ended: 1 });
    expect(await codeOf(customer.session)).toBe(300);
  });
});

it("loginLog lists sign-ins and changes, newest first, in pages (spec/accounts#login-log)", async () => {
  const customer = await shop.customer();
  await shop.pass(1);
  const other = await again(customer);
  await shop.pass(1);
  await shop.ask("signout", { session: other });
  await shop.pass(1);
  await customer.get("upAccessKey");
  const all = await customer.get("loginLog");
  expect(all).toMatchObject({ total: 4, page: 1, limit: 10 });
  expect(all.items.map((item) => [item.event, item.current])).toEqual([
    ["accessKeyChanged", true],
    ["signout", false],
    ["signin", false],
    ["signup", true],
  ]);
  expect(all.items[0]).toMatchObject({ ip: "127.0.0.1", agent: "node", country: null });
  const second = await customer.get("loginLog", { page: 2, limit: 3 });
  expect(second).toMatchObject({ total: 4, page: 2, limit: 3, items: [all.items[3]] });
});
