import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { give } from "../../products/cdkey/testing.ts";
import { grantCoupon } from "../../commerce/coupon/grant.ts";
import { transaction } from "../db/database.ts";
import { givePlan } from "../../products/unlimited/give-testing.ts";
import { startTestApi } from "../../../testing/api.ts";

const api = forTests(startTestApi);
const ids = { paymentId: "", couponId: "", subAccount: "", entry: "", session: "" };
/** The owner's static IPs: two of the long term, two of the short term. */
const statics = { long: "", short: "", longs: "", shorts: "" };
/** The owner's unlimited plans: two ports, and Mbps. */
const unlimited = { plan: "", ports: "", port: "", wide: "", widePort: "" };
const password = "Passw0rd!x";

const owner = forTests(() => api.register());
const stranger = forTests(() => api.register());
beforeAll(async () => {
  const { session } = owner;
  const made = { session, account: "ownersOne", password: "secret123", trafficGb: 0 };
  ids.subAccount = (await api.send("addSubUser", made)).data.id;
  const entry = await api.send("addTrafficWhite", {
    session,
    ips: "8.8.8.8",
    account: "ownersOne",
  });
  ids.entry = entry.data.added[0]?.id ?? "";
  const paid = { session, amountCents: 5000, method: "card" };
  ids.paymentId = (await api.send("recharge", paid)).data.paymentId;
  const gift = { kind: "discount", percent: 90, minCents: 0 } as const;
  ids.session = (await api.send("sessions", { session })).data.items[0]?.id ?? "";
  for (const asset of ["static30", "short1"] as const)
    await give(api.services, owner.id, { asset, amount: 3 });
  const two = { session, country: "SE", num: 2, account: "ownersPair", password: "secret123" };
  const long = (await api.send("staticUse", { ...two, days: 30 })).data.items.map(({ id }) => id);
  const short = (await api.send("shortExtract", { ...two, days: 1 })).data.items;
  Object.assign(statics, { long: long[0], longs: long.join() });
  Object.assign(statics, { short: short[0]?.id, shorts: short.map(({ id }) => id).join() });
  const plan = await givePlan(api.services, owner.id, { quantity: 2 });
  const wide = await givePlan(api.services, owner.id, { kind: "bandwidth" });
  Object.assign(unlimited, { plan: plan.id, ports: plan.portIds.join(), port: plan.portIds[0] });
  Object.assign(unlimited, { wide: wide.id, widePort: wide.portIds[0] });
  ids.couponId = await transaction(api.db, (tx) =>
    grantCoupon(api.services, tx, { accountId: owner.id, days: 5, gift }),
  );
});

/** The six-digit code in the newest mail to an address. */
async function codeTo(address: string): Promise<string> {
  const answer = await fetch(`${api.url}/lab/mails?to=${encodeURIComponent(address)}`);
  const [mail] = (await answer.json()) as { text: string }[];
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
}

/** Everything of the owner that a stranger might try to change. */
async function belongings() {
  const { session } = owner;
  const asked: CallName[] = ["subUsers", "trafficWhiteList", "rechargeList", "coupons", "ledger"];
  asked.push("staticUseList", "shortUsed", "staticHistory", "shortHistory", "staticIndex");
  asked.push("portOrders", "bandwidthOrders");
  const answers = await Promise.all(asked.map((name) => api.send(name, { session })));
  for (const [name, planId] of [
    ["portOrder", unlimited.plan],
    ["bandwidthOrder", unlimited.wide],
  ] as const) {
    const { data } = await api.send(name, { session, planId });
    answers.push({ ...data, answeredAt: "" } as never);
  }
  const { data: holder } = await api.send("member", { session });
  const { data: open } = await api.send("sessions", { session });
  return JSON.stringify([answers, holder, open.items.map(({ id }) => id).sort()]);
}

describe("another account's ids (A3)", () => {
  const tries: [CallName, () => Record<string, string | number>][] = [
    ["payment", () => ({ paymentId: ids.paymentId })],
    ["upSubUser", () => ({ id: ids.subAccount, enabled: 0, remark: "mine" })],
    ["upSubUserLevel", () => ({ id: ids.subAccount })],
    ["upSubUserPasswd", () => ({ id: ids.subAccount, password: "stolen123" })],
    ["delSubUser", () => ({ ids: ids.subAccount })],
    ["delTrafficWhite", () => ({ ids: ids.entry })],
    ["addTrafficWhite", () => ({ ips: "9.9.9.9", account: "ownersOne" })],
    ["endSessions", () => ({ id: ids.session })],
    ["trafficStatis", () => ({ account: "ownersOne" })],
    ["trafficStatisDomain", () => ({ account: "ownersOne" })],
    ["quote", () => ({ sku: "traffic-standard", quantity: 1, couponId: ids.couponId })],
    ["staticInfo", () => ({ id: statics.long })],
    ["staticUpdate", () => ({ id: statics.long, account: "stolenOne", password: "stolen123" })],
    ["staticUpdate", () => ({ ids: statics.longs, whitelist: "9.9.9.9" })],
    ["staticRenewal", () => ({ ids: statics.longs, days: 30 })],
    ["staticMoreInfo", () => ({ ids: statics.longs, days: 30 })],
    ["renewalStatic", () => ({ id: statics.long, days: 30, method: "wallet" })],
    ["renewalStaticMany", () => ({ ids: statics.longs, days: 30, method: "wallet" })],
    ["renewalStaticMany", () => ({ ids: statics.longs, days: 30, method: "card" })],
    ["staticMoreRenewal", () => ({ ids: statics.longs, days: 30 })],
    ["staticRenewalAuto", () => ({ id: statics.long, enabled: 1 })],
    ["staticMoreAuto", () => ({ ids: statics.longs, enabled: 1 })],
    ["staticDel", () => ({ ids: statics.longs, confirm: 1 })],
    ["staticChange", () => ({ id: statics.long })],
    ["shortUpdate", () => ({ id: statics.short, remark: "mine" })],
    ["shortUpdate", () => ({ ids: statics.shorts, password: "stolen123" })],
    ["shortChange", () => ({ id: statics.short })],
    ["shortDel", () => ({ ids: statics.shorts, confirm: 1 })],
    ["portOrder", () => ({ planId: unlimited.plan })],
    ["bandwidthOrder", () => ({ planId: unlimited.wide })],
    ["portRegion", () => ({ planId: unlimited.plan })],
    ["portRegion", () => ({ planId: unlimited.plan, region: "asia" })],
    ["bandwidthRegion", () => ({ planId: unlimited.wide, region: "asia" })],
    ["upport", () => ({ ids: unlimited.ports, rotationMinutes: 77, password: "stolen123" })],
    ["upbandwidth", () => ({ planId: unlimited.wide, rotationMinutes: 7, account: "stolenOne" })],
    ["rotateUnlimit", () => ({ ids: unlimited.widePort })],
    ["upwhite", () => ({ planId: unlimited.plan, ips: "9.9.9.9" })],
    ["renewalUnlimit", () => ({ planId: unlimited.plan, days: 30, method: "wallet" })],
    ["monitor", () => ({ planId: unlimited.plan, minutes: 15 })],
    [
      "placeOrder",
      () => ({ sku: "traffic-standard", quantity: 1, method: "wallet", couponId: ids.couponId }),
    ],
  ];
  describe("in each call", () => {
    let before: string;
    beforeAll(async () => {
      before = await belongings();
    });
    it.each(tries)("are unknown to %s", async (name, fields) => {
      const { code, msg } = await api.send(name, { session: stranger.session, ...fields() });
      expect([code, msg.length > 0]).toEqual([404, true]);
      // In full runs compared after each call, so that a failure names the call.
      expect(isFull ? await belongings() : before).toBe(before);
    });
    it("change nothing", async () => {
      expect(await belongings()).toBe(before);
    });
  });

  it("give no access to another account's mailed codes (A6)", async () => {
    const { session } = stranger;
    const spare = "spare@example.com";
    await api.send("mailCode", { session: owner.session, scene: "cancel" });
    await api.send("mailCode", { session: owner.session, scene: "secureMail", email: spare });
    const cancelCode = await codeTo(owner.email);
    const spareCode = await codeTo(spare);
    const before = await belongings();
    const closing = { session, password, code: cancelCode, confirm: 1 };
    expect((await api.send("cancel", closing)).data.reason).toBe("wrongCode");
    const taken = await api.send("secureMail", {
      session,
      email: spare,
      code: spareCode,
      password,
    });
    expect(taken.data.reason).toBe("wrongCode");
    for (const scene of ["cancel", "unbindMfa"] as const) {
      const asked = await api.send("mailCode", { session, scene, email: owner.email });
      expect([asked.code, asked.data.reason]).toEqual([400, "notYourAddress"]);
    }
    expect(await belongings()).toBe(before);
    // The codes are still valid for their owner.
    const own = { session: owner.session, email: spare, code: spareCode, password };
    expect((await api.send("secureMail", own)).code).toBe(0);
  });

  it("cannot be used to unlink logins, end sessions or sign in", async () => {
    const { session } = stranger;
    const { data } = await api.send("webauto", { session: owner.session });
    const entered = await api.send("webauto", { ticket: data.ticket ?? "" });
    expect(entered.data.user?.id).toBe(owner.id);
    const before = await belongings();
    for (const ticket of [data.ticket ?? "", ids.session, "junk"]) {
      expect((await api.send("webauto", { session, ticket })).code).toBe(410);
    }
    const unbound = await api.send("gBind", { session, provider: "google", unbind: 1 });
    expect([unbound.code, unbound.data.reason]).toEqual([404, "loginNotBound"]);
    expect((await api.send("endSessions", { session })).data.ended).toBe(0);
    expect((await api.send("moreLogin", { session, enabled: 0 })).code).toBe(0);
    expect((await api.send("upTokenCache", { session, minutes: 10 })).code).toBe(0);
    expect(await belongings()).toBe(before);
  });

  it("are unknown in every spelling, and in a batch with own ids", async () => {
    const { session } = stranger;
    const own = await api.send("addSubUser", {
      session,
      account: "myOwnOne",
      password: "secret123",
      trafficGb: 0,
    });
    expect(own.code).toBe(0);
    const before = await belongings();
    for (const batch of [
      `${own.data.id},${ids.subAccount}`,
      ids.subAccount.toUpperCase(),
      `${ids.subAccount}'--`,
      "00000000-0000-0000-0000-000000000000",
      "x",
    ]) {
      const { code } = await api.send("delSubUser", { session, ids: batch });
      expect([batch, [400, 404].includes(code)]).toEqual([batch, true]);
    }
    expect((await api.send("subUsers", { session })).data.total).toBe(1);
    expect(await belongings()).toBe(before);
  });

  it("are unknown among own static IPs: the entire batch is refused (spec/api#refusal-order)", async () => {
    const { session, id } = await api.register();
    await give(api.services, id, { asset: "static30", amount: 9 });
    const question = { session, country: "SE", days: 30, num: 1 };
    const [own] = (await api.send("staticUse", question)).data.items;
    const mine = async () =>
      JSON.stringify(await api.send("staticUseList", { session })) +
      JSON.stringify(await api.send("ledger", { session, limit: 100 }));
    const before = [await belongings(), await mine()];
    const batch = `${own?.id},${statics.long}`;
    const tries: [CallName, Record<string, string | number>][] = [
      ["staticUpdate", { remark: "mine" }],
      ["staticMoreAuto", { enabled: 1 }],
      ["renewalStaticMany", { days: 30, method: "wallet" }],
      ["staticMoreRenewal", { days: 30 }],
      ["staticDel", { confirm: 1 }],
    ];
    for (const [name, fields] of tries) {
      const answer = await api.send(name, { session, ids: batch, ...fields });
      expect([name, answer.code, answer.data.reason]).toEqual([name, 404, "staticNotFound"]);
    }
    expect([await belongings(), await mine()]).toEqual(before);
    // Resetting all of the stranger's own IPs leaves the owner's unchanged.
    const pair = { account: "strangers", password: "stolen123" };
    expect((await api.send("staticUpdateAll", { session, ...pair })).data.updated).toBe(1);
    expect(await belongings()).toBe(before[0]);
  });

  it("are unknown among own unlimited ports: the entire batch is refused (spec/api#refusal-order)", async () => {
    const { session, id } = await api.register();
    const own = await givePlan(api.services, id);
    const mine = async () =>
      (await api.send("portOrder", { session, planId: own.id })).data.items.map((port) =>
        JSON.stringify(port),
      );
    const before = [await belongings(), await mine()];
    const batch = `${own.portIds[0]},${unlimited.port}`;
    const tries: [CallName, Record<string, string | number>][] = [
      ["upport", { rotationMinutes: 99 }],
      ["rotateUnlimit", {}],
    ];
    for (const [name, fields] of tries) {
      const answer = await api.send(name, { session, ids: batch, ...fields });
      expect([name, answer.code, answer.data.reason]).toEqual([name, 404, "portNotFound"]);
    }
    expect([await belongings(), await mine()]).toEqual(before);
  });

  it("are absent from the caller's own lists", async () => {
    const { session } = stranger;
    const lists: CallName[] = [
      "trafficWhiteList",
      "rechargeList",
      "coupons",
      "ledger",
      "orderList",
      "staticUseList",
      "staticHistory",
      "shortUsed",
      "shortHistory",
      "portOrders",
      "bandwidthOrders",
    ];
    for (const name of lists) {
      const { data } = await api.send(name, { session });
      expect([name, (data as unknown as { items: unknown[] }).items]).toEqual([name, []]);
    }
    const { data } = await api.send("checkTrafficWhite", { session, ip: "8.8.8.8" });
    expect(data.whitelisted).toBe(false);
  });
});
