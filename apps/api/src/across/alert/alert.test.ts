import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { give } from "../../products/cdkey/testing.ts";
import { closeCustomer } from "../closure/testing.ts";
import { grantCoupon } from "../../commerce/coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { alertJobs } from "./jobs.ts";

const shop = forTests(startShop);

const GB = 1_000_000_000;
const run = async () => {
  for (const job of alertJobs) await job.run(shop.services);
};
const set = (who: Customer, thresholds: object, more = {}) =>
  who.get("alerts", { thresholds: JSON.stringify(thresholds), ...more });
const subjects = async ({ email }: Customer) =>
  (await mailsTo(shop, email))
    .map(({ subject }) => subject)
    .filter((one) => !one.startsWith("Welcome"));
const notices = async (who: Customer, lang = "en") =>
  (await who.get("headerInit", { lang })).notices.filter(({ kind }) => kind === "alert");
const titles = async (who: Customer) => (await notices(who)).map(({ title }) => title);
const buy = (who: Customer, quantity: number) =>
  who.get("placeOrder", { sku: "traffic-standard", quantity, method: "wallet" });

function discount(accountId: string, days: number) {
  const gift = { kind: "discount", percent: 15, minCents: 1000 } as const;
  const input = { accountId, days, gift };
  return transaction(shop.db, (tx) => grantCoupon(shop.services, tx, input));
}

describe(`${calls.alerts.path} (spec/accounts#alerts)`, () => {
  it("returns the settings when called without fields; none are set initially", async () => {
    const customer = await shop.customer();
    const nothing = { trafficGb: null, walletCents: null, expiryDays: null };
    expect(await customer.get("alerts")).toEqual({ email: true, thresholds: nothing });
    expect(await customer.get("alerts", { thresholds: "{}" })).toMatchObject({ email: true });
    expect((await sql`select from alert_setting`.execute(shop.db)).rows).toEqual([]);
  });

  it("sets the given fields; 0 switches a threshold off, omitted fields stay unchanged", async () => {
    const customer = await shop.customer();
    expect(await set(customer, { trafficGb: 1.5, expiryDays: 7 })).toEqual({
      email: true,
      thresholds: { trafficGb: 1.5, walletCents: null, expiryDays: 7 },
    });
    await customer.get("alerts", { email: 0 });
    await set(customer, { walletCents: 500, expiryDays: 0 });
    const now = {
      email: false,
      thresholds: { trafficGb: 1.5, walletCents: 500, expiryDays: null },
    };
    expect(await customer.get("alerts")).toEqual(now);
    // The thresholds from the response can be sent back unchanged.
    expect(await set(customer, now.thresholds)).toEqual(now);
  });

  it("keeps the fields set by two concurrent calls", async () => {
    const customer = await shop.customer();
    await Promise.all([set(customer, { trafficGb: 2 }), set(customer, { walletCents: 7 })]);
    const { thresholds } = await customer.get("alerts");
    expect(thresholds).toMatchObject({ trafficGb: 2, walletCents: 7 });
  });

  it.each([
    { trafficGb: -1 },
    { trafficGb: 1_000_001 },
    { trafficGb: "much" },
    { walletCents: 1.5 },
    { expiryDays: 91 },
    { expiryDays: -1 },
  ])("refuses %j", async (thresholds) => {
    const customer = await shop.customer();
    const answer = await customer.ask("alerts", { thresholds: JSON.stringify(thresholds) });
    expect(answer).toMatchObject({ code: 400, refused: { reason: "badThreshold" } });
    const text = await customer.ask("alerts", { thresholds: "{" });
    expect(text).toMatchObject({ code: 400, refused: { field: "thresholds" } });
  });
});

describe("An alert (spec/accounts#alerts: GB left, wallet left, expiry ahead)", () => {
  it("is sent once by mail and shown in the header until the value is above the threshold again", async () => {
    const customer = await shop.customer({ cents: 1_000_000 });
    await buy(customer, 5);
    await set(customer, { trafficGb: 5 });
    await run();
    expect([await subjects(customer), await titles(customer)]).toEqual([
      [expect.stringMatching(/^Your order/)],
      [],
    ]);
    const use = { asset: "traffic", amount: -200_000 } as const;
    await give(shop.services, customer.id, use);
    await run();
    await run();
    const low = "Traffic is running low: 4.999 GB left";
    expect((await subjects(customer)).filter((one) => one === low)).toHaveLength(1);
    expect(await notices(customer)).toEqual([
      {
        id: expect.stringMatching(/^alert-traffic-/),
        kind: "alert",
        title: "Only 4.999 GB of traffic left",
        at: expect.stringMatching(/Z$/),
        to: "/cli/traffic-use",
      },
    ]);
    expect((await notices(customer, "fr"))[0]?.title).toBe("Plus que 4,999 Go de trafic");
    const [mail] = await mailsTo(shop, customer.email);
    expect(mail?.text).toMatch(/falls below 5 GB/);
    expect(mail?.text).toContain(`${shop.services.env.publicUrl}/cli/traffic-use`);
    // After a purchase the balance is no longer low; when it falls again, a new alert is sent.
    await buy(customer, 1);
    expect(await titles(customer)).toEqual([]);
    await run();
    await give(shop.services, customer.id, { asset: "traffic", amount: -2 * GB });
    await run();
    expect(await subjects(customer)).toEqual(
      expect.arrayContaining([low, "Traffic is running low: 3.999 GB left"]),
    );
    expect((await notices(customer))[0]?.title).toBe("Only 3.999 GB of traffic left");
  });

  it("is sent at once, in the customer's language, if the value is low when the threshold is set", async () => {
    const customer = await shop.customer();
    await customer.get("upLang", { language: "de" });
    await shop.fund(customer.id, 999);
    await set(customer, { walletCents: 1000 });
    expect(await subjects(customer)).toEqual(["Ihr Guthaben geht zur Neige: noch 9,99\u00a0$"]);
    expect(await notices(customer)).toMatchObject([
      { title: "Only $9.99 left in your wallet", to: "/cli/home?recharge=1" },
    ]);
    await set(customer, { walletCents: 0 });
    expect(await titles(customer)).toEqual([]);
  });

  it("is only shown in the header when mail is off", async () => {
    const customer = await shop.customer();
    await set(customer, { walletCents: 1 }, { email: 0 });
    expect([await subjects(customer), await titles(customer)]).toEqual([
      [],
      ["Only $0.00 left in your wallet"],
    ]);
  });

  it("is shown for each item that expires soon until it is used or deleted", async () => {
    const customer = await shop.customer();
    await set(customer, { expiryDays: 3 });
    const soon = await discount(customer.id, 3);
    await discount(customer.id, 5);
    const sub = { account: "alertsub1", password: "secret12", trafficGb: 0 };
    await customer.get("addSubUser", sub);
    await customer.get("addTrafficWhite", { ips: "203.0.113.77", days: 2 });
    await customer.get("addTrafficWhite", { ips: "203.0.113.78" });
    await run();
    await run();
    const mails = (await mailsTo(shop, customer.email)).filter(({ subject }) =>
      subject.startsWith("Expiring soon"),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(
      /\nWhitelist entry 203\.0\.113\.77 ends on .+ UTC\nCoupon “15% off orders of \$10\.00 or more” ends on .+ UTC\n/,
    );
    expect(mails[0]?.text).toContain("/cli/white-manage");
    expect(await notices(customer)).toMatchObject([
      { title: expect.stringContaining("203.0.113.77"), to: "/cli/white-manage" },
      { title: expect.stringContaining("15% off"), to: "/cli/home" },
    ]);
    await shop.fund(customer.id, 10_000);
    const order = { sku: "traffic-standard", quantity: 10, method: "wallet", couponId: soon };
    await customer.get("placeOrder", order);
    expect(await titles(customer)).toHaveLength(1);
    const { items } = await customer.get("trafficWhiteList", { search: "203.0.113.77" });
    await customer.get("delTrafficWhite", { ids: items[0]?.id });
    expect(await titles(customer)).toEqual([]);
    await run();
    const kept = sql`select subject from alert where account_id = ${customer.id}`;
    expect((await kept.execute(shop.db)).rows).toEqual([]);
  });

  it("lists 20 items in a mail and 10 in the header, plus the number of others", async () => {
    const customer = await shop.customer();
    for (let n = 0; n < 23; n++) await discount(customer.id, 1);
    await set(customer, { expiryDays: 2 });
    const [mail] = await mailsTo(shop, customer.email);
    expect(mail?.text.match(/^Coupon/gm)).toHaveLength(20);
    expect(mail?.text).toContain("and 3 more that end soon");
    const all = await titles(customer);
    expect([all.length, all.at(-1)]).toEqual([11, "and 13 more that end soon"]);
    expect(new Set((await notices(customer)).map(({ id }) => id)).size).toBe(11);
  });

  it("follows the product's clock", async () => {
    const customer = await shop.customer({ lasting: true });
    await set(customer, { expiryDays: 1 });
    await discount(customer.id, 10);
    await run();
    expect(await titles(customer)).toEqual([]);
    await shop.advance(9 * 86_400 + 60);
    expect(await titles(customer)).toHaveLength(1);
    await shop.advance(86_400);
    expect(await titles(customer)).toEqual([]);
  });

  it("is mailed once when several schedulers run concurrently", async () => {
    const all: Customer[] = [];
    for (let n = 0; n < 20; n++) all.push(await shop.customer());
    for (const one of all) {
      await shop.fund(one.id, 10);
      await set(one, { walletCents: 5 });
      await give(shop.services, one.id, { asset: "wallet", amount: -6 });
    }
    await Promise.all(Array.from({ length: 6 }, run));
    for (const one of all) expect(await subjects(one)).toHaveLength(1);
  });

  it("and its settings are deleted when the account is closed", async () => {
    const customer = await shop.customer();
    await set(customer, { walletCents: 5 });
    expect(await closeCustomer(shop, customer)).toMatchObject({ code: 0 });
    await run();
    for (const table of ["alert", "alert_setting"]) {
      const kept = sql`select from ${sql.table(table)} where account_id = ${customer.id}`;
      expect((await kept.execute(shop.db)).rows).toEqual([]);
    }
  });
});

it("A coupon that is granted is mailed to its holder", async () => {
  const customer = await shop.customer();
  await customer.get("upLang", { language: "zh" });
  await discount(customer.id, 30);
  const [mail] = await mailsTo(shop, customer.email);
  expect(mail?.subject).toBe("送您一張優惠券");
  expect(mail?.text).toContain("訂單滿 $10.00 折抵 15%");
});
