import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { maskCdkey } from "@turnpike/rules/cdkey.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { closeCustomer } from "../../across/closure/testing.ts";
import { grantCoupon } from "../../commerce/coupon/grant.ts";
import { refundOf } from "../../commerce/refund/testing.ts";
import { dumpOf } from "../../platform/db/testing.ts";
import { transaction } from "../../platform/db/database.ts";
import { bucketsOf, operatorHas } from "../../ledger/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { keyOf } from "../../identity/api-key/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { enterpriseCustomer, give } from "./testing.ts";

const shop = forTests(startShop);
const maker = forTests(() => enterpriseCustomer(shop));

const GB = 1_000_000_000;
const ips = { kind: "ip", amount: 100, count: 1 };

describe(`${calls.cdkeyMake.path} (spec/cdkeys#making)`, () => {
  it("creates CDKeys of IPs or traffic and debits the creator's balance", async () => {
    const before = await maker.get("member");
    const { items } = await maker.get("cdkeyMake", { ...ips, count: 3 });
    expect(items).toHaveLength(3);
    expect(new Set(items.map(({ code }) => code)).size).toBe(3);
    expect(items[0]).toEqual({
      id: items[0]?.id,
      code: expect.stringMatching(/^([0-9A-Z]{5}-){3}[0-9A-Z]{5}$/),
      kind: "ip",
      amount: 100,
      producedAt: expect.stringMatching(/Z$/),
      status: "unused",
      usedAt: null,
      redeemerEmail: null,
    });
    await maker.get("cdkeyMake", { kind: "traffic", amount: 2, count: 5 });
    const after = await maker.get("member");
    expect(after.ipBalance).toBe(before.ipBalance - 300);
    expect(after.trafficBytes).toBe(before.trafficBytes - 10 * GB);
    const { items: lines } = await maker.get("ledger", { limit: 2 });
    expect(lines).toMatchObject([
      { asset: "traffic", amount: -10 * GB, kind: "cdkeyMake", ref: "5 × 2" },
      { asset: "ip", amount: -300, kind: "cdkeyMake", ref: "3 × 100" },
    ]);
  });

  it.each([
    [{ ...ips, amount: 99 }, "cdkeyMinimum", "amount"],
    [{ ...ips, amount: 0 }, "badQuantity", "amount"],
    [{ ...ips, kind: "traffic", amount: 0.5 }, "badQuantity", "amount"],
    [{ ...ips, count: 0 }, "badQuantity", "count"],
    [{ ...ips, count: 1001 }, "badQuantity", "count"],
    [{ ...ips, kind: "static7" }, "badField", "kind"],
    [{ kind: "ip", count: 1 }, "enterQuantity", "amount"],
    [{ ...ips, count: "" }, "enterQuantity", "count"],
  ])("refuses %j as %s", async (fields, reason, field) => {
    const answer = await maker.ask("cdkeyMake", fields);
    expect(answer).toMatchObject({ code: 400, refused: { reason, field } });
  });

  it("is limited to the IP enterprise plan, checked before the balance", async () => {
    const other = await shop.customer({ cents: 10_000_000 });
    const refused = { code: 403, refused: { reason: "cdkeyNeedsEnterprise" } };
    expect(await other.ask("cdkeyMake", ips)).toMatchObject(refused);
    await other.get("placeOrder", { sku: "ip-standard", quantity: 1000, method: "wallet" });
    const traffic = { sku: "traffic-enterprise", quantity: 1000, method: "wallet" };
    await other.get("placeOrder", traffic);
    expect(await other.ask("cdkeyMake", ips)).toMatchObject(refused);
    // A gift does not count as an order.
    const gift = { kind: "gift", sku: "ip-enterprise", amount: 10_000 } as const;
    const couponId = await transaction(shop.db, (tx) =>
      grantCoupon(shop.services, tx, { accountId: other.id, days: 1, gift }),
    );
    await other.get("placeOrder", { method: "coupon", couponId });
    expect(await other.ask("cdkeyMake", ips)).toMatchObject(refused);
    expect((await other.ask("cdkeyMake", ips)).msg).toMatch(/enterprise/);
  });

  it.each([
    ["ip", 10_001, 1, "insufficientIps"],
    ["ip", 1_000_000, 1_000, "insufficientIps"],
    ["traffic", 1_001, 1, "insufficientTraffic"],
    ["traffic", 1_000_000, 1_000, "insufficientTraffic"],
  ])("refuses %s × %i × %i as %s, and creates none", async (kind, amount, count, reason) => {
    const before = await bucketsOf(shop.services, maker.id);
    const { total } = await maker.get("cdkeys");
    const answer = await maker.ask("cdkeyMake", { kind, amount, count });
    expect(answer).toMatchObject({ code: 402, refused: { reason, short: kind } });
    expect(await bucketsOf(shop.services, maker.id)).toEqual(before);
    expect((await maker.get("cdkeys")).total).toBe(total);
  });

  it("uses only free traffic, not what is allotted to sub-accounts", async () => {
    const other = await enterpriseCustomer(shop);
    const sub = { account: "cdkeysub1", password: "secret12", trafficGb: 999 };
    await other.get("addSubUser", sub);
    const answer = await other.ask("cdkeyMake", { kind: "traffic", amount: 2, count: 1 });
    expect(answer).toMatchObject({ code: 402, refused: { reason: "insufficientTraffic" } });
    await other.get("cdkeyMake", { kind: "traffic", amount: 1, count: 1 });
    expect((await other.get("subUsers")).items[0]).toMatchObject({ availableBytes: 999 * GB });
  });

  it("creates 1,000 at once, all different", async () => {
    const rich = await enterpriseCustomer(shop);
    const begun = performance.now();
    const { items } = await rich.get("cdkeyMake", { kind: "traffic", amount: 1, count: 1000 });
    const ms = performance.now() - begun;
    process.stdout.write(`1,000 CDKeys in ${ms.toFixed(0)} ms\n`);
    expect(new Set(items.map(({ code }) => code)).size).toBe(1000);
    expect((await rich.get("member")).trafficBytes).toBe(0);
    const { items: listed } = await rich.get("cdkeys", { limit: 100 });
    expect(listed).toEqual(items.slice(0, 100));
  });

  it("takes effect once per requestId; the stored response contains no code", async () => {
    const requestId = "cdkeys-request-1";
    const before = await maker.get("member");
    const ask = () => maker.ask("cdkeyMake", { ...ips, count: 2, requestId });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect((await maker.get("member")).ipBalance).toBe(before.ipBalance - 200);
    const other = await maker.ask("cdkeyMake", { ...ips, count: 3, requestId });
    expect(other).toMatchObject({ code: 409, refused: { reason: "requestIdReused" } });
    // Invalid fields are refused first (spec/api#refusal-order).
    const wrong = await maker.ask("cdkeyMake", { ...ips, amount: 99, requestId });
    expect(wrong).toMatchObject({ code: 400, refused: { reason: "cdkeyMinimum" } });
    const dump = JSON.stringify([...(await dumpOf(shop.db))]);
    for (const { code } of answers[0]?.data.items ?? []) {
      expect(code).toHaveLength(23);
      expect(dump).not.toContain(code);
      expect(dump).not.toContain(code.replaceAll("-", ""));
    }
  });
});

describe(`${calls.cdkeyUse.path} (spec/cdkeys#redeeming: unused to used on redemption)`, () => {
  it("credits the content of the CDKey, in any spelling, and only once", async () => {
    const { items } = await maker.get("cdkeyMake", { kind: "traffic", amount: 3, count: 1 });
    const code = items[0]?.code ?? "";
    const buyer = await shop.customer();
    const typed = ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o")} `;
    expect(await buyer.get("cdkeyUse", { code: typed })).toEqual({ kind: "traffic", amount: 3 });
    expect((await buyer.get("member")).trafficBytes).toBe(3 * GB);
    const [line] = (await buyer.get("ledger")).items;
    expect(line).toMatchObject({ asset: "traffic", amount: 3 * GB, kind: "cdkey" });
    expect(line?.ref).toBe(maskCdkey(code));
    const again = await buyer.ask("cdkeyUse", { code });
    expect(again).toMatchObject({ code: 410, refused: { reason: "cdkeyUsed", field: "code" } });
    expect(await buyer.get("cdkeyRecord")).toMatchObject({
      total: 1,
      items: [{ id: items[0]?.id, code, kind: "traffic", amount: 3 }],
    });
    const [listed] = (await maker.get("cdkeys", { search: code })).items;
    expect(listed).toMatchObject({ code, status: "used", redeemerEmail: buyer.email });
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });

  it("also works for the creator of the CDKey", async () => {
    const before = await maker.get("member");
    const { items } = await maker.get("cdkeyMake", ips);
    await maker.get("cdkeyUse", { code: items[0]?.code });
    expect((await maker.get("member")).ipBalance).toBe(before.ipBalance);
    expect((await maker.get("cdkeyRecord")).items[0]?.code).toBe(items[0]?.code);
  });

  it("returns the same result for a requestId, and requires a code", async () => {
    const buyer = await shop.customer();
    const { items } = await maker.get("cdkeyMake", ips);
    const fields = { code: items[0]?.code, requestId: "redeem-request" };
    const answer = { kind: "ip", amount: 100 };
    expect(await buyer.get("cdkeyUse", fields)).toEqual(answer);
    expect(await buyer.get("cdkeyUse", fields)).toEqual(answer);
    expect((await buyer.get("member")).ipBalance).toBe(100);
    expect(await buyer.ask("cdkeyUse", { code: " " })).toMatchObject({
      code: 400,
      refused: { reason: "enterCdkey", field: "code" },
    });
  });
});

it(`${calls.cdkeys.path} (spec/cdkeys#calls) filters by status and kind, finds codes and redeemers, page by page`, async () => {
  const owner = await enterpriseCustomer(shop);
  const made = await owner.get("cdkeyMake", { ...ips, count: 12 });
  await owner.get("cdkeyMake", { kind: "traffic", amount: 1, count: 2 });
  const buyer = await shop.customer({ email: "the.buyer_1@example.org" });
  const [first, second] = made.items.map(({ code }) => code);
  await buyer.get("cdkeyUse", { code: first });
  const list = (fields = {}) => owner.get("cdkeys", fields);
  expect((await list()).items.map(({ kind }) => kind).slice(0, 3)).toEqual([
    "traffic",
    "traffic",
    "ip",
  ]);
  const totals = async (fields: object) => (await list(fields)).total;
  expect(await totals({})).toBe(14);
  expect(await totals({ kind: "ip" })).toBe(12);
  expect(await totals({ status: "used" })).toBe(1);
  expect(await totals({ status: "unused", kind: "ip" })).toBe(11);
  expect((await list({ page: 2 })).items).toHaveLength(4);
  const codes = async (search: string) => (await list({ search })).items.map(({ code }) => code);
  expect(await codes(second ?? "")).toEqual([second]);
  expect(await codes((second ?? "").toLowerCase().replaceAll("-", ""))).toEqual([second]);
  expect(await codes((second ?? "").slice(0, 5))).toEqual([second]);
  expect(await codes((second ?? "").slice(0, 8))).toEqual([second]);
  expect(await codes("Buyer_1@")).toEqual([first]);
  expect(await codes("the%buyer")).toEqual([]);
  expect(await codes("00000-00000-00000-00000")).toEqual([]);
  // The account's own key can read them (spec/api#requests); other accounts' keys cannot.
  const { accessKey } = await owner.get("member");
  const byKey = await shop.ask("cdkeys", { key: accessKey });
  expect(byKey.data.total).toBe(14);
  // Only keys with the `buy` scope can read unused codes, because a code can be redeemed.
  const read = async (key: string) => {
    const { data } = await shop.ask("cdkeys", { key, kind: "ip", limit: 100 });
    return new Map(data.items.map(({ id, code }) => [id, code]));
  };
  const [used, unused] = made.items;
  for (const key of [accessKey, (await keyOf(owner, "read,proxies")).key]) {
    const shown = await read(key);
    expect(shown.get(used?.id ?? "")).toBe(first);
    expect(shown.get(unused?.id ?? "")).toBe(maskCdkey(second ?? ""));
  }
  const spending = await read((await keyOf(owner, "read,buy")).key);
  expect(spending.get(unused?.id ?? "")).toBe(second);
  expect((await buyer.get("cdkeys", { search: second })).total).toBe(0);
});

describe("CDKeys of closed accounts", () => {
  it("stay valid for buyers; their codes are erased until redemption", async () => {
    const owner = await enterpriseCustomer(shop);
    const made = await owner.get("cdkeyMake", { ...ips, count: 3 });
    const [first, second] = made.items.map(({ code }) => code);
    const early = await shop.customer();
    await early.get("cdkeyUse", { code: first });
    const operatorHad = await operatorHas(shop.services, "ip", "cdkeys");
    expect(await closeCustomer(shop, owner)).toMatchObject({ code: 0 });
    expect(await operatorHas(shop.services, "ip", "cdkeys")).toBe(operatorHad);
    const { rows: kept } = await sql`select code_sealed, prefix from cdkey
      where account_id = ${owner.id} and used_at is null`.execute(shop.db);
    expect(kept).toEqual(Array.from({ length: 2 }, () => ({ code_sealed: null, prefix: "" })));
    const late = await shop.customer();
    expect(await late.get("cdkeyUse", { code: second })).toEqual({ kind: "ip", amount: 100 });
    expect((await late.get("cdkeyRecord")).items[0]?.code).toBe(second);
    expect((await early.get("cdkeyRecord")).items[0]?.code).toBe(first);
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });

  it("do not show the e-mail address of a closed redeemer", async () => {
    const { items } = await maker.get("cdkeyMake", ips);
    const code = items[0]?.code;
    const buyer = await shop.customer();
    await buyer.get("cdkeyUse", { code });
    expect((await maker.get("cdkeys", { search: buyer.email })).total).toBe(1);
    await closeCustomer(shop, buyer);
    expect((await maker.get("cdkeys", { search: code })).items[0]).toMatchObject({
      status: "used",
      redeemerEmail: null,
    });
    expect((await maker.get("cdkeys", { search: "closed-" })).total).toBe(0);
  });
});

it("CDKeys from before the first reversed payment stay valid, also after a wallet order's refund (spec/cdkeys#void)", async () => {
  const owner = await enterpriseCustomer(shop);
  const bought = { sku: "ip-standard", quantity: 100, method: "wallet" };
  const { order } = await owner.get("placeOrder", bought);
  await refundOf(shop, order.orderNo);
  const early = await owner.get("cdkeyMake", { ...ips, count: 1 });
  const { payUrl } = await owner.get("recharge", { amountCents: 500, method: "card" });
  await shop.complete(payUrl, "paid");
  const { walletCents } = await owner.get("member");
  await give(shop.services, owner.id, { asset: "wallet", amount: -walletCents });
  const late = await owner.get("cdkeyMake", { ...ips, count: 1 });
  await shop.refund(payUrl);
  expect((await owner.get("member")).arrears?.cents).toBe(500);
  const { items } = await owner.get("cdkeys");
  const codes = [...early.items, ...late.items].map(({ code }) => code);
  expect(codes.map((code) => items.find((item) => item.code === code)?.status)).toEqual([
    "unused",
    "void",
  ]);
});

it("Amounts granted in tests can be converted into CDKeys down to zero", async () => {
  const owner = await enterpriseCustomer(shop);
  await give(shop.services, owner.id, { asset: "ip", amount: 1 });
  const whole = { kind: "ip", amount: 10_001, count: 1 };
  await owner.get("cdkeyMake", whole);
  expect((await owner.get("member")).ipBalance).toBe(0);
});
