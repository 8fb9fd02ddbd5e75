import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { give } from "../cdkey/testing.ts";
import { changesAfter } from "../../platform/changes/store.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { recordEnds, releaseEnded } from "./end.ts";
import { withStatics } from "./renew-testing.ts";
import { exitAt } from "../../inventory/exit/testing.ts";

const shop = forTests(() => startShop({ STATIC_REST_DAYS: "3" }));

const DAY = 86_400_000;
const hours = (count: number) => shop.advance(count * 3_600);
const listed = async (who: Customer) => (await who.get("staticUseList", {})).items;
const actions = async (who: Customer) =>
  (await who.get("staticHistory", { limit: 100 })).items.map(({ action }) => action);
const exitOf = (ip: string | undefined) => exitAt(shop.services, ip ?? "");
/** Returns a function that lists the static IPs changed for gateways since now. */
async function changesFromNow() {
  const before = (await changesAfter(shop.db, 0, 100_000)).at(-1)?.id ?? 0;
  return async () =>
    (await changesAfter(shop.db, before, 1_000))
      .filter(({ kind }) => kind === "staticIp")
      .map((row) => row.row_id);
}

describe("Static IP: active to expired (spec/static#expiry)", () => {
  it("records the expiry once; 24 h later the exit is released and rests", async () => {
    const { customer, items, ids } = await withStatics(shop, { num: 1, days: 7 });
    const [item] = items;
    await hours(7 * 24 - 1);
    expect(await actions(customer)).toEqual(["taken"]);
    await hours(1.1);
    await recordEnds(shop.services);
    expect(await actions(customer)).toEqual(["expired", "taken"]);
    expect((await exitOf(item?.host))?.taken_by).toBe(ids[0]);
    const changedIds = await changesFromNow();
    await hours(23);
    expect([(await exitOf(item?.host))?.taken_by, await changedIds()]).toEqual([ids[0], []]);
    await hours(1);
    const rests = Date.parse(item?.expiresAt ?? "") + 3 * DAY;
    expect(await exitOf(item?.host)).toMatchObject({
      taken_by: null,
      rests_until: new Date(rests),
    });
    expect(await changedIds()).toEqual(ids);
    expect(await listed(customer)).toMatchObject([{ expired: true, remainingHours: 0 }]);
    expect(await actions(customer)).toEqual(["expired", "taken"]);
  });

  it("does not release an IP that is renewed after its end, and records its next expiry", async () => {
    const { customer, items, ids } = await withStatics(shop, {
      num: 1,
      days: 7,
      credits: 1,
    });
    await hours(7 * 24 + 1);
    await customer.get("renewalStatic", { id: ids[0], days: 7, method: "wallet" });
    await hours(48);
    expect((await exitOf(items[0]?.host))?.taken_by).toBe(ids[0]);
    await hours(6 * 24);
    expect(await actions(customer)).toEqual(["expired", "renewed", "expired", "taken"]);
  });

  it("does both at once if the clock jumps past both", async () => {
    const { customer, items } = await withStatics(shop, { num: 2, days: 7 });
    await hours(20 * 24);
    expect(await actions(customer)).toEqual(["expired", "expired", "taken", "taken"]);
    for (const { host } of items) expect((await exitOf(host))?.taken_by).toBeNull();
  });

  it("records each expiry once with several schedulers at once", async () => {
    const { customer, ids } = await withStatics(shop, { num: 40, days: 7 });
    await sql`update static_ip set started_at = started_at - interval '9 days',
      expires_at = expires_at - interval '9 days' where account_id = ${customer.id}`.execute(
      shop.db,
    );
    const told = await changesFromNow();
    await Promise.all(Array.from({ length: 5 }, () => recordEnds(shop.services)));
    expect((await actions(customer)).filter((one) => one === "expired")).toHaveLength(40);
    await Promise.all(Array.from({ length: 5 }, () => releaseEnded(shop.services)));
    expect((await told()).toSorted()).toEqual(ids.toSorted());
  });

  it("stays listed for 30 days, unless it is deleted; then its data is erased", async () => {
    const { customer, ids } = await withStatics(shop, { num: 2, days: 7 });
    await hours(8 * 24 + 1);
    await customer.get("staticDel", { ids: ids[0] });
    expect((await listed(customer)).map(({ id }) => id)).toEqual([ids[1]]);
    await hours(28 * 24);
    expect(await listed(customer)).toHaveLength(1);
    await hours(2 * 24);
    expect(await listed(customer)).toEqual([]);
    const answer = await customer.ask("staticInfo", { id: ids[1] });
    expect(answer).toMatchObject({ code: 404, refused: { reason: "staticNotFound" } });
    expect(await actions(customer)).toContain("taken");
    const { rows } = await sql`
      select distinct sealed_password, whitelist::text, verifier from static_ip
      where account_id = ${customer.id}`.execute(shop.db);
    expect(rows).toEqual([{ sealed_password: "", whitelist: "{}", verifier: "0".repeat(64) }]);
  });
});

/** Makes the database refuse any change of a row while `work` runs. */
async function refusing(
  { table, id }: { table: "static_ip" | "static_event"; id: string | undefined },
  work: () => Promise<void>,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(shop.db);
  const column = table === "static_ip" ? "id" : "static_id";
  await run(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused by a test'; end $$`);
  await run(`create trigger refuse before update on ${table} for each row
    when (new.${column} = '${id}') execute function refuse()`);
  try {
    await work();
  } finally {
    await run("drop function refuse cascade");
  }
}

/** The order in which accounts are processed. */
const byAccount = (a: { customer: Customer }, b: { customer: Customer }) =>
  a.customer.id < b.customer.id ? -1 : 1;

describe("A fault with one static IP", () => {
  it("does not prevent the expiry of the account's other IPs or of other accounts' IPs", async () => {
    const set = { num: 3, days: 7 } as const;
    const [bad, good] = [await withStatics(shop, set), await withStatics(shop, set)].toSorted(
      byAccount,
    );
    if (!bad || !good) throw new Error("both were given");
    const expired = async (who: Customer) =>
      (await actions(who)).filter((one) => one === "expired").length;
    const [refused, ...others] = [...bad.items, ...good.items];
    await refusing({ table: "static_ip", id: refused?.id }, async () => {
      await hours(8 * 24 + 1);
      expect([await expired(bad.customer), await expired(good.customer)]).toEqual([2, 3]);
      for (const { host } of others) expect((await exitOf(host))?.taken_by).toBeNull();
      expect((await exitOf(refused?.host))?.taken_by).toBe(refused?.id);
    });
    await hours(0.1);
    expect(await expired(bad.customer)).toBe(3);
    expect((await exitOf(refused?.host))?.taken_by).toBeNull();
  });

  it("does not prevent the renewal of others, or the mails about it", async () => {
    const set = { num: 2, days: 7, credits: 2, auto: true } as const;
    const [bad, good] = [await withStatics(shop, set), await withStatics(shop, set)].toSorted(
      byAccount,
    );
    if (!bad || !good) throw new Error("both were given");
    const renewed = async (who: Customer) =>
      (await actions(who)).filter((one) => one === "autoRenewed").length;
    const mailCount = async ({ email }: Customer) =>
      (await mailsTo(shop, email)).filter(({ subject }) => subject.startsWith("Renewed auto"))
        .length;
    await refusing({ table: "static_ip", id: bad.ids[0] }, async () => {
      await hours(6 * 24 + 1);
      expect([await renewed(bad.customer), await renewed(good.customer)]).toEqual([1, 2]);
    });
    await refusing({ table: "static_event", id: bad.ids[0] }, async () => {
      await hours(0.1);
      await sql`update static_event set to_tell = true
        where static_id = ${good.ids[0] ?? ""} and action = 'autoRenewed'`.execute(shop.db);
      await hours(0.1);
      expect([await renewed(bad.customer), await mailCount(bad.customer)]).toEqual([2, 1]);
      expect(await mailCount(good.customer)).toBe(2);
    });
  });
});

describe("An alert for expiring static IPs (spec/accounts#alerts)", () => {
  const titles = async (who: Customer) =>
    (await who.get("headerInit")).notices.flatMap(({ kind, title, to }) =>
      kind === "alert" ? [[title, to]] : [],
    );
  const thresholds = JSON.stringify({ expiryDays: 3 });

  it("appears for IPs that nothing renews, long and short term, with a link to their screen", async () => {
    const { customer, items, ids } = await withStatics(shop, {
      num: 2,
      days: 7,
      credits: 2,
    });
    await give(shop.services, customer.id, { asset: "short7", amount: 1 });
    const { items: short } = await customer.get("shortExtract", { country: "US", num: 1, days: 7 });
    await customer.get("alerts", { thresholds });
    await customer.get("staticRenewalAuto", { id: ids[0], enabled: 1 });
    await hours(3 * 24);
    expect(await titles(customer)).toEqual([]);
    await hours(1.1 * 24);
    const long = [
      expect.stringMatching(`^Static IP ${items[1]?.host} ends on`),
      "/cli/static-proxies",
    ];
    expect(await titles(customer)).toEqual([long]);
    // A short-term IP counts as ending soon from 6 h before its end.
    await hours(2.7 * 24);
    const answer = await titles(customer);
    expect(answer).toHaveLength(2);
    expect(answer).toEqual(
      expect.arrayContaining([
        [
          expect.stringMatching(`^Short-term IP ${short[0]?.host} ends on`),
          "/cli/static-short-proxies",
        ],
        long,
      ]),
    );
    const mails = await mailsTo(shop, customer.email);
    const ending = mails.filter(({ subject }) => subject.startsWith("Expiring soon"));
    const mailText = ending.map(({ text }) => text).join();
    expect([ending.length, mailText.includes(items[1]?.host ?? "no")]).toEqual([2, true]);
    expect(mailText).not.toContain(items[0]?.host);
    await customer.get("renewalStatic", { id: ids[1], days: 7, method: "wallet" });
    expect(await titles(customer)).toHaveLength(1);
  });

  it("does not appear for a new short-term IP, but 6 h before its end", async () => {
    const customer = await shop.customer({ lasting: true });
    await customer.get("alerts", { thresholds });
    await give(shop.services, customer.id, { asset: "short1", amount: 1 });
    await customer.get("shortExtract", { country: "US", num: 1, days: 1 });
    await hours(17.9);
    expect(await titles(customer)).toEqual([]);
    await hours(0.2);
    expect(await titles(customer)).toHaveLength(1);
  });

  it("appears as early as configured, or 3 days ahead if that is not less than the period", async () => {
    const { customer, items } = await withStatics(shop, { num: 1, days: 30 });
    await withStatics(shop, { customer, num: 1, days: 7 });
    await customer.get("alerts", { thresholds: JSON.stringify({ expiryDays: 14 }) });
    await hours(4 * 24 - 0.1);
    expect(await titles(customer)).toEqual([]);
    await hours(0.2);
    expect(await titles(customer)).toHaveLength(1);
    // The other one has ended by now.
    await hours(11.9 * 24);
    expect(await titles(customer)).toEqual([]);
    await hours(0.2 * 24);
    expect(await titles(customer)).toEqual([
      [expect.stringContaining(items[0]?.host ?? "no"), "/cli/static-proxies"],
    ]);
  });

  it("appears if auto-renew could not pay", async () => {
    const { customer, items } = await withStatics(shop, { num: 1, days: 7, auto: true });
    await customer.get("alerts", { thresholds });
    await hours(5 * 24);
    expect(await titles(customer)).toEqual([]);
    await hours(25);
    expect(await titles(customer)).toEqual([
      [expect.stringContaining(items[0]?.host ?? "no"), "/cli/static-proxies"],
    ]);
    await shop.fund(customer.id, 250);
    await hours(0.1);
    expect(await titles(customer)).toEqual([]);
  });
});

it("After all of this the accounting is consistent (L13)", () => assertAccounting(shop.services));
