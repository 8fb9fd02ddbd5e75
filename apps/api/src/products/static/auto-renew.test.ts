import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { give } from "../cdkey/testing.ts";
import { closeCustomer } from "../../across/closure/testing.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { autoRenew } from "./auto-renew.ts";
import { withStatics } from "./renew-testing.ts";

const shop = forTests(startShop);

const DAY = 86_400_000;
const HOUR = 3_600;
const has = (who: Customer) => bucketsOf(shop.services, who.id);
const until = (at: string | undefined, days: number) =>
  new Date(Date.parse(at ?? "") + days * DAY).toISOString();
const run = () => autoRenew(shop.services);
const listed = async (who: Customer) =>
  (await who.get("staticUseList", { limit: 100, sort: "expiresAt" })).items;
const ends = async (who: Customer) => (await listed(who)).map(({ expiresAt }) => expiresAt);
const actions = async (who: Customer) =>
  (await who.get("staticHistory", { limit: 100 })).items.map(({ action }) => action);
const mails = async ({ email }: Customer, about: RegExp) =>
  (await mailsTo(shop, email)).filter(({ subject }) => about.test(subject));
const failedMails = (who: Customer) => mails(who, /^Auto-renew failed/);
const renewedMails = (who: Customer) => mails(who, /^Renewed automatically/);
const toEnd = (days: number, hours: number) => shop.advance(days * 86_400 + hours * HOUR);

describe("Auto-renew, from the static balance first, then from the wallet (spec/static#auto-renew)", () => {
  it("uses a credit 24 h before the end, not earlier, and renews from the end on", async () => {
    const set = await withStatics(shop, {
      num: 1,
      days: 7,
      credits: 1,
      cents: 9_999,
      auto: true,
    });
    const { customer, items } = set;
    await toEnd(6, -1);
    expect(await ends(customer)).toEqual([items[0]?.expiresAt]);
    await toEnd(0, 1.1);
    expect(await ends(customer)).toEqual([until(items[0]?.expiresAt, 7)]);
    expect(await has(customer)).toEqual({ "wallet main": 9_999 });
    expect(await actions(customer)).toEqual(["autoRenewed", "taken"]);
    expect((await customer.get("orderList")).total).toBe(0);
    const [mail, ...more] = await renewedMails(customer);
    expect([mail?.subject, more]).toEqual(["Renewed automatically: 1 × static IP", []]);
    expect(mail?.text).toMatch(new RegExp(`${items[0]?.host} until .+ UTC \\(one credit\\)`));
    expect(mail?.text).toMatch(/Credits used: 1\nPaid from your wallet: \$0\.00/);
  });

  it("uses the wallet if credits are short; its order is a renewal, reported in one mail", async () => {
    const set = await withStatics(shop, {
      num: 3,
      days: 7,
      credits: 1,
      cents: 501,
      auto: true,
    });
    const { customer, items } = set;
    await toEnd(6, 1);
    await run();
    expect(await ends(customer)).toEqual(items.map(({ expiresAt }) => until(expiresAt, 7)));
    expect(await has(customer)).toEqual({ "wallet main": 1 });
    const { items: orders } = await customer.get("orderList");
    expect(orders).toMatchObject([
      { sku: "static-7", quantity: 1, amountCents: 250, renewal: true, status: "paid" },
      { sku: "static-7", quantity: 1, amountCents: 250, renewal: true, status: "paid" },
    ]);
    // One mail that lists each order replaces the receipts.
    expect(await mails(customer, /order/i)).toEqual([]);
    const renewalMails = await renewedMails(customer);
    expect(renewalMails).toHaveLength(1);
    for (const { orderNo } of orders) expect(renewalMails[0]?.text).toContain(`(order ${orderNo})`);
    expect(renewalMails[0]?.text).toMatch(/Credits used: 1\nPaid from your wallet: \$5\.00/);
  });

  it("without funds sends one mail that lists the IPs, retries until the end, then they expire", async () => {
    const { customer, items } = await withStatics(shop, {
      num: 3,
      days: 7,
      cents: 249,
      auto: true,
    });
    await toEnd(6, 1);
    await run();
    await run();
    const failureMails = await failedMails(customer);
    expect(failureMails).toHaveLength(1);
    for (const { host } of items) expect(failureMails[0]?.text).toContain(host);
    expect(failureMails[0]?.text).toContain(`${shop.services.env.publicUrl}/cli/home?recharge=1`);
    expect((await listed(customer)).map((one) => one.autoRenewFailed)).toEqual([true, true, true]);
    expect(await has(customer)).toEqual({ "wallet main": 249 });
    expect((await customer.get("orderList")).total).toBe(0);
    // Money that arrives before the end renews as many as it can, without another mail.
    await shop.fund(customer.id, 250);
    await run();
    const now = await listed(customer);
    expect(now.map((one) => one.autoRenewFailed)).toEqual([true, true, false]);
    await toEnd(1, 0);
    expect((await listed(customer)).map(({ expired }) => expired)).toEqual([true, true, false]);
    // Nothing is tried again after the end; it can only be renewed by hand.
    await shop.fund(customer.id, 10_000);
    await run();
    await run();
    expect((await listed(customer)).map(({ expired }) => expired)).toEqual([true, true, false]);
    expect(await failedMails(customer)).toHaveLength(1);
    const seen = await actions(customer);
    const count = (action: string) => seen.filter((one) => one === action).length;
    expect([count("autoRenewFailed"), count("autoRenewed"), count("expired")]).toEqual([3, 1, 2]);
  });

  it("sends another mail for the next end without funds", async () => {
    const { customer } = await withStatics(shop, { num: 1, days: 7, auto: true });
    await toEnd(6, 1);
    await give(shop.services, customer.id, { asset: "static7", amount: 1 });
    await run();
    expect((await listed(customer))[0]?.autoRenewFailed).toBe(false);
    await toEnd(7, 0);
    expect(await failedMails(customer)).toHaveLength(2);
  });

  it("uses the period of each IP: credits of other days do not count", async () => {
    const set = await withStatics(shop, { num: 1, days: 7, auto: true });
    const { customer } = set;
    await give(shop.services, customer.id, { asset: "static30", amount: 3 });
    await toEnd(6, 1);
    expect(await has(customer)).toEqual({ "static30 main": 3 });
    const { ids } = set;
    await customer.get("renewalStatic", { id: ids[0], days: 30, method: "wallet" });
    await toEnd(30, 0);
    // The last bought period is the one that is renewed.
    expect((await listed(customer))[0]).toMatchObject({ validDays: 30, autoRenewFailed: false });
    expect(await has(customer)).toEqual({ "static30 main": 1 });
  });

  it("renews within 24 h of the end after a scheduler outage, and not later", async () => {
    const stood = await withStatics(shop, { num: 1, days: 7, credits: 2, auto: true });
    await toEnd(7, 23);
    expect(await ends(stood.customer)).toEqual([until(stood.items[0]?.expiresAt, 7)]);
    await toEnd(9, 0);
    expect(await ends(stood.customer)).toEqual([until(stood.items[0]?.expiresAt, 7)]);
    expect(await has(stood.customer)).toEqual({ "static7 main": 1 });
  });

  it("skips IPs with auto-renew off, deleted ones, and those of disabled or closed accounts", async () => {
    const off = await withStatics(shop, { num: 2, days: 7, credits: 2, auto: true });
    await off.customer.get("staticRenewalAuto", { id: off.ids[0], enabled: 0 });
    await off.customer.get("staticDel", { ids: off.ids[1], confirm: 1 });
    const disabled = await withStatics(shop, { num: 1, days: 7, credits: 1, auto: true });
    await sql`update account set disabled_at = now() where id = ${disabled.customer.id}`.execute(
      shop.db,
    );
    const closed = await withStatics(shop, { num: 1, days: 7, cents: 999, auto: true });
    await closeCustomer(shop, closed.customer);
    await toEnd(6, 1);
    expect(await ends(off.customer)).toEqual([off.items[0]?.expiresAt]);
    expect(await has(off.customer)).toEqual({ "static7 main": 2 });
    expect(await has(disabled.customer)).toEqual({ "static7 main": 1 });
    expect(await has(closed.customer)).toEqual({});
    for (const { customer } of [off, disabled, closed]) {
      expect([await failedMails(customer), await renewedMails(customer)]).toEqual([[], []]);
    }
  });

  it("earns the inviter 5 % (spec/affiliate#profit: renewals, automatic ones too)", async () => {
    const inviter = await shop.customer({ lasting: true });
    const { inviteCode } = await inviter.get("member");
    const friend = await shop.customer({ inviteCode, lasting: true });
    await withStatics(shop, {
      customer: friend,
      num: 1,
      days: 90,
      cents: 1_350,
      auto: true,
    });
    await toEnd(89, 1);
    const { items } = await inviter.get("profitList");
    expect(items).toMatchObject([{ orderAmountCents: 1_350, profitCents: 68 }]);
  });

  it("leaves an IP that another transaction is changing to the next minute, and does not wait", async () => {
    const { customer, ids } = await withStatics(shop, { num: 2, days: 7, auto: true });
    await toEnd(6, 1);
    await give(shop.services, customer.id, { asset: "static7", amount: 2 });
    // The holder turns auto-renew off in a transaction that is still open.
    await shop.db.transaction().execute(async (tx) => {
      await sql`update static_ip set auto_renew = false where id = ${ids[0]}`.execute(tx);
      await run();
      expect(await has(customer)).toEqual({ "static7 main": 1 });
    });
    await run();
    expect(await has(customer)).toEqual({ "static7 main": 1 });
    const { items: now } = await customer.get("staticUseList", {});
    expect(now.filter(({ autoRenewFailed }) => autoRenewFailed).map(({ id }) => id)).toEqual([
      ids[0],
    ]);
  });

  it("renews other accounts' IPs even if one account fails", async () => {
    const set = { num: 1, days: 7, credits: 1, auto: true } as const;
    // Accounts are processed in the order of their ids, so the faulty one comes first.
    const [bad, good] = [await withStatics(shop, set), await withStatics(shop, set)].toSorted(
      (one, two) => (one.customer.id < two.customer.id ? -1 : 1),
    );
    if (!bad || !good) throw new Error("both were given");
    const [row] = bad.ids;
    // There are no credits for this period.
    await sql`update static_ip set days = 5 where id = ${row}`.execute(shop.db);
    await toEnd(6, 1);
    await sql`update static_ip set days = 7 where id = ${row}`.execute(shop.db);
    expect(await has(good.customer)).toEqual({});
    expect(await has(bad.customer)).toEqual({ "static7 main": 1 });
  });
});

it("After all of this the accounting is consistent (L13)", () => assertAccounting(shop.services));
