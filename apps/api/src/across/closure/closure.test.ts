import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { grantCoupon } from "../../commerce/coupon/grant.ts";
import { countUsable } from "../../commerce/coupon/store.ts";
import { transaction } from "../../platform/db/database.ts";
import { dumpOf } from "../../platform/db/testing.ts";
import { startAt } from "../../identity/identity/testing.ts";
import { labBrowser } from "../lab/testing.ts";
import { bucketsOf, operatorHas } from "../../ledger/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { mfaCustomer, mailedCode, mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { exitAt } from "../../inventory/exit/testing.ts";
import { closeCustomer, cancelFields } from "./testing.ts";

const shop = forTests(startShop);

const gift = { kind: "discount", percent: 90, minCents: 0 } as const;
const coupon = ({ id: accountId }: Customer) =>
  transaction(shop.db, (tx) => grantCoupon(shop.services, tx, { accountId, days: 5, gift }));

async function setSecureMail(customer: Customer, email: string) {
  await customer.get("mailCode", { scene: "secureMail", email });
  await customer.get("secureMail", { email, code: await mailedCode(shop, email) });
}

/** A customer with at least one of everything an account can have. */
async function owner(name: string): Promise<Customer> {
  const customer = await shop.customer({ email: `${name}@example.com` });
  await shop.fund(customer.id, 100_000);
  const bought = { method: "wallet", quantity: 2 };
  await customer.get("placeOrder", { ...bought, sku: "traffic-standard", requestId: "own-req-1" });
  await customer.get("placeOrder", { ...bought, sku: "ip-standard", quantity: 200 });
  await customer.get("addSubUser", {
    account: `${name}One`,
    password: "secret123",
    trafficGb: 0.5,
    remark: `${name} remark`,
    denyDomains: `${name}.example`,
  });
  await customer.get("addSubUser", { account: `${name}Main`, password: "secret456", main: 1 });
  await customer.get("upInvoiceTitle", { title: `${name} Inc` });
  await setSecureMail(customer, `${name}.safe@example.com`);
  const { url } = await startAt(shop, "github", customer.session);
  const back = await labBrowser().signIn(url, { email: `${name}-github@example.com` });
  const brought = Object.fromEntries(back.searchParams);
  await customer.get("gBind", { provider: "github", ...brought });
  await coupon(customer);
  const wallet = { pay: "wallet", country: "BE", account: `${name}Static`, password: "staticPw1" };
  const long = await customer.get("staticUse", { ...wallet, days: 30, num: 2 });
  await customer.get("shortExtract", { ...wallet, days: 1, num: 1 });
  await customer.get("staticUpdate", { id: long.items[0]?.id, remark: `${name} remark` });
  const ports = { kind: "port", region: "europe", quantity: 2, days: 7, method: "wallet" };
  const planId = (await customer.get("orderUnlimit", ports)).planId ?? "";
  const { items } = await customer.get("portOrder", { planId });
  const named = { account: `${name}Port`, remark: `${name} remark`, rotationMinutes: 5 };
  await customer.get("upport", { ids: items[0]?.id, ...named });
  // A deleted IP: its name is still stored.
  await customer.get("staticDel", { ids: long.items[1]?.id, confirm: 1 });
  return customer;
}

describe("Account deletion: irrevocable; clears rights, balances and records (spec/accounts#closure)", () => {
  it("requires the confirmation, password, mailed code and second factor, in that order", async () => {
    const { customer, mfa } = await mfaCustomer(shop);
    const good = await cancelFields(shop, customer, { mfaCode: await mfa.fresh() });
    const reason = async (more: object) =>
      (await customer.ask("cancel", { ...good, ...more })).refused.reason;
    expect(await reason({ confirm: undefined, password: "wrong" })).toBe("mustConfirm");
    expect(await reason({ password: "wrong", code: "x" })).toBe("wrongPassword");
    expect(await reason({ code: "x", mfaCode: undefined })).toBe("wrongCode");
    expect(await reason({ mfaCode: undefined })).toBe("mfaNeeded");
    expect(await reason({ mfaCode: "000000" })).toBe("mfaWrong");
    expect(await shop.ask("cancel", good)).toMatchObject({ code: 300 });
    const { accessKey } = await customer.get("member");
    expect(await shop.ask("cancel", { ...good, key: accessKey })).toMatchObject({ code: 403 });
    expect(await customer.ask("cancel", good)).toMatchObject({ code: 0 });
    expect(await customer.ask("member")).toMatchObject({ code: 300 });
  });

  it("lists in advance what it would destroy", async () => {
    const customer = await owner("teller");
    await customer.get("recharge", { amountCents: 5_000, method: "card" });
    await customer.get("addTrafficWhite", { ips: "8.8.4.1,8.8.4.2", account: "tellerOne" });
    expect(await customer.get("cancelInfo")).toMatchObject({
      trafficBytes: 2_000_000_000,
      ipBalance: 200,
      staticCredits: { 7: 0 },
      profitCents: 0,
      subAccounts: 2,
      whitelistEntries: 2,
      coupons: 1,
      staticIps: 2,
      unlimitedPlans: 1,
      sessions: 1,
      linkedLogins: 1,
      pendingPayments: 1,
      pendingWithdrawals: 0,
    });
  });

  it("leaves no personal data in any table and no balance", async () => {
    const customer = await owner("leaver");
    await customer.get("addTrafficWhite", { ips: "8.8.4.4", account: "leaverOne" });
    const [item] = (await customer.get("staticUseList")).items;
    await customer.get("staticUpdate", { id: item?.id, whitelist: "8.8.5.5" });
    const [plan] = (await customer.get("portOrders")).items;
    await customer.get("upwhite", { planId: plan?.id, ips: "8.8.7.7" });
    const { walletCents, accessKey, inviteCode } = await customer.get("member");
    const forfeitedBefore = await operatorHas(shop.services, "wallet", "forfeited");
    expect(await closeCustomer(shop, customer)).toMatchObject({ code: 0 });

    expect(await bucketsOf(shop.services, customer.id)).toEqual({});
    expect(await countUsable(shop.db, customer.id, new Date(shop.services.world.now()))).toBe(0);
    const forfeited = await operatorHas(shop.services, "wallet", "forfeited");
    expect(forfeited - forfeitedBefore).toBe(walletCents);
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });

    // Until then the rate limit still counts its attempts.
    await shop.advance(7_200);
    const dump = await dumpOf(shop.db);
    const holds = (text: string) =>
      [...dump].filter(([, rows]) => rows.some((row) => row.includes(text))).map(([name]) => name);
    expect(holds("leaver@example.com")).toEqual(["mail"]);
    expect(holds("leaver.safe@example.com")).toEqual(["mail"]);
    // Names are never reused, but nothing says who had them.
    expect(holds("leaverOne")).toEqual(["ledger_entry", "sub_account"]);
    for (const gone of [
      "leaver remark",
      "leaver.example",
      "8.8.4.4",
      "8.8.5.5",
      "8.8.7.7",
      "leaverStatic",
      "leaverPort",
      inviteCode,
    ])
      expect([gone, holds(gone)]).toEqual([gone, []]);
    // Tax law wants issued invoices to be kept with the buyer's name (spec/money#invoices).
    expect(holds("leaver Inc")).toEqual(["invoice"]);
    const of = holds(customer.id).filter((name) => !name.startsWith("ledger_"));
    expect(of).toEqual([
      "account",
      "coupon",
      "invoice",
      "legal_consent",
      "shop_order",
      "static_ip",
      "sub_account",
      "unlimited_plan",
      "unlimited_port",
    ]);
    expect(await shop.ask("member", { key: accessKey })).toMatchObject({ code: 300 });
  });

  it("releases its static IPs, which rest before anybody else can get them", async () => {
    const customer = await owner("rester");
    const { items } = await customer.get("staticUseList");
    const [item] = items;
    await closeCustomer(shop, customer);
    const exit = await exitAt(shop.services, item?.host ?? "");
    expect(exit?.taken_by).toBe(null);
    const rests = (exit?.rests_until?.getTime() ?? 0) - shop.services.world.now();
    expect(Math.abs(rests - 7 * 86_400_000)).toBeLessThan(60_000);
    const { rows } = await sql<{ live: number }>`
      select count(*)::int as live from static_ip
      where account_id = ${customer.id} and (released_at is null or sealed_password <> '')`.execute(
      shop.db,
    );
    expect(rows).toEqual([{ live: 0 }]);
  });

  it("clears the credentials of static IPs that were no longer listed", async () => {
    const customer = await shop.customer({ cents: 100_000, lasting: true });
    const wanted = { pay: "wallet", country: "BE", account: "olderStatic", password: "staticPw1" };
    const { items } = await customer.get("shortExtract", { ...wanted, days: 1, num: 1 });
    const id = items[0]?.id ?? "";
    await customer.get("shortUpdate", { id, whitelist: "8.8.6.6" });
    const row = async () =>
      (
        await sql`select deleted_at is null as listed, name, sealed_password, verifier,
          array_to_string(whitelist, ',') as whitelist from static_ip where id = ${id}`.execute(
          shop.db,
        )
      ).rows[0];
    await shop.advance(32 * 86_400);
    const shut = { listed: false, sealed_password: "", verifier: "0".repeat(64), whitelist: "" };
    expect(await row()).toEqual({ ...shut, name: "olderStatic" });
    // The state of rows that were hidden while they still had these values.
    await sql`update static_ip set sealed_password = 'sealed', whitelist = '{8.8.6.6}',
      verifier = ${"a".repeat(64)}, name = 'closed' where id = ${id}`.execute(shop.db);
    expect(await closeCustomer(shop, customer)).toMatchObject({ code: 0 });
    expect(await row()).toEqual({ ...shut, name: "closed" });
  });

  it("notifies both e-mail addresses and deletes all other mails to them", async () => {
    const customer = await owner("mailed");
    await closeCustomer(shop, customer);
    for (const address of ["mailed@example.com", "mailed.safe@example.com"]) {
      const mails = await mailsTo(shop, address);
      expect(mails.map(({ subject }) => subject)).toEqual(["Your account was closed"]);
    }
  });

  it("lets the e-mail address register as a new account, with nothing transferred", async () => {
    const customer = await owner("again");
    const { url } = await startAt(shop, "github");
    await closeCustomer(shop, customer);
    const { email, password } = customer;
    const signin = await shop.ask("signin", { email, password, agree: 1 });
    expect(signin.refused.reason).toBe("wrongPassword");
    const anew = await shop.customer({ email });
    expect(anew.id).not.toBe(customer.id);
    expect(await anew.get("cancelInfo")).toMatchObject({
      walletCents: 0,
      trafficBytes: 0,
      ipBalance: 0,
      subAccounts: 0,
      coupons: 0,
      linkedLogins: 0,
      sessions: 1,
    });
    expect((await anew.get("orderList")).total).toBe(0);
    expect((await anew.get("ledger")).total).toBe(0);
    expect((await anew.get("loginLog")).total).toBe(1);
    expect(await anew.get("member")).toMatchObject({ secureEmail: null, mfaBound: false });
    const taken = await anew.ask("addSubUser", {
      account: "againOne",
      password: "secret123",
      trafficGb: 0,
    });
    expect(taken.refused.reason).toBe("accountTaken");
    // Its old address and linked login can be used again too.
    await setSecureMail(anew, "again.safe@example.com");
    const back = await labBrowser().signIn(url, { email: "again-github@example.com" });
    const { code, state } = Object.fromEntries(back.searchParams);
    const entered = await shop.ask("gLogin", { code, state, agree: 1 });
    expect(entered.data.created).toBe(true);
  });

  it("accepts a code sent to the secure e-mail and invalidates it after five wrong attempts", async () => {
    const customer = await owner("second");
    const email = "second.safe@example.com";
    const good = await cancelFields(shop, customer, { email });
    const wrong = String((Number(good.code) + 1) % 1_000_000).padStart(6, "0");
    for (let tries = 0; tries < 5; tries++) {
      const answer = await customer.ask("cancel", { ...good, code: wrong });
      expect(answer.refused.reason).toBe("wrongCode");
    }
    expect((await customer.ask("cancel", good)).refused.reason).toBe("codeUsedUp");
    await shop.advance(61);
    expect(
      await customer.ask("cancel", await cancelFields(shop, customer, { email })),
    ).toMatchObject({
      code: 0,
    });
  });

  it("is refused for customers without a password, who must set one first", async () => {
    const { url } = await startAt(shop, "google");
    const email = "google.only@example.com";
    const back = await labBrowser().signIn(url, { email });
    const { code, state } = Object.fromEntries(back.searchParams);
    const { session } = (await shop.ask("gLogin", { code, state, agree: 1 })).data;
    await shop.ask("mailCode", { session, scene: "cancel" });
    const question = { session, password: "anything", confirm: 1 };
    const mailed = await mailedCode(shop, email);
    const refused = await shop.ask("cancel", { ...question, code: mailed });
    expect([refused.code, refused.refused.reason]).toEqual([401, "wrongPassword"]);
    await shop.ask("mailCode", { scene: "forgot", email });
    const password = "Orchard-77";
    const forgot = await mailedCode(shop, email);
    await shop.ask("repwd", { email, code: forgot, password });
    const signin = await shop.ask("signin", { email, password, agree: 1 });
    const again = { ...question, session: signin.data.session, password, code: mailed };
    expect((await shop.ask("cancel", again)).code).toBe(0);
  });
});
