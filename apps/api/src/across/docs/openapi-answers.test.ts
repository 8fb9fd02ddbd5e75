/** Sends the examples in `/openapi.json` to a running product and checks its responses. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { grantCoupon } from "../../commerce/coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { requestRow, startHubApi } from "../request-log/testing.ts";
import { usageRow } from "../../products/traffic/testing.ts";
import { givePlan } from "../../products/unlimited/give-testing.ts";
import { asForm } from "./openapi-calls.ts";
import { validatorOf } from "./openapi-testing.ts";

type Fields = Record<string, unknown>;
interface Answer {
  code: number;
  msg: string;
  data: {
    items?: { id: string; orderNo: string; code?: string }[];
    id?: string;
    inviteCode?: string;
  };
}

const api = forTests(startHubApi);
let session = "";
let accountId = "";
let fits: ReturnType<typeof validatorOf>;
/** Fields of this account's own things, which replace those of the examples. */
const own: Record<string, Fields> = {};

const ask = async (name: CallName, fields: Fields, way: "form" | "json"): Promise<Answer> => {
  const form = way === "form";
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  const body = form ? asForm({ ...fields, session }) : JSON.stringify({ ...fields, session });
  const headers = { "content-type": type };
  const answer = await fetch(api.url + calls[name].path, { method: "POST", headers, body });
  return (await answer.json()) as Answer;
};
/** Sends a call's example and checks the response against the document. */
async function asShown(name: CallName, way: "form" | "json", other: Fields = {}) {
  const { request } = calls[name].example;
  const answer = await ask(name, { ...request, ...own[name], ...other }, way);
  expect([name, answer.code, answer.msg, JSON.stringify(answer.data).slice(0, 80)]).toEqual([
    name,
    0,
    "",
    expect.any(String),
  ]);
  expect([name, fits({ $ref: `#/components/schemas/Done_${name}` }, answer)]).toEqual([name, []]);
  return answer.data;
}
const idsOf = (items: { id: string }[] = []) => items.map(({ id }) => id);

const link = forTests(() => api.gateway());
beforeAll(async () => {
  const registered = await api.register();
  session = registered.session;
  accountId = registered.id;
  await api.topUp(session, 50_000);
  const document = await (await fetch(`${api.url}/openapi.json`)).json();
  fits = validatorOf(document as object);
  for (const [kind, planId] of [
    ["port", "portOrder"],
    ["bandwidth", "bandwidthOrder"],
  ] as const) {
    const given = await givePlan(api.services, registered.id, { kind });
    own[planId] = { planId: given.id };
  }
  own.monitor = own.portOrder ?? {};
  own.portRegion = { ...own.portOrder, region: "" };
  own.bandwidthRegion = own.bandwidthOrder ?? {};
});

/** Calls that change something, in an order that makes each one possible. */
const changes = [
  "upLang",
  "upInvoiceTitle",
  "alerts",
  "placeOrder",
  "addSubUser",
  "upSubUser",
  "addTrafficWhite",
  "apiLinkAdd",
  "webhookAdd",
  "apiKeyAdd",
  "recharge",
] as const satisfies CallName[];

/** Reads that need a session. */
const bySession = ["apiKeys", "sessions", "loginLog", "cancelInfo", "mfaApp", "mfaSecret"] as const;
const open = ["priceList", "staticPrices", "loginOptions"] as const;
const reads: CallName[] = [
  ...open,
  ...bySession,
  ...(Object.keys(calls) as CallName[]).filter(
    (name) => calls[name].access === "read" && !calls[name].events,
  ),
];

describe("Responses to the document's examples match its schemas", () => {
  it("for calls that change something", async () => {
    // The examples use two sub-accounts: this creates the one that has to exist first.
    await ask("addSubUser", { account: "Crawler01", password: "Example1Pass", main: 1 }, "form");
    for (const name of changes) {
      const made = await asShown(name, "form", name === "recharge" ? { method: "crypto" } : {});
      if (name === "addSubUser") own.upSubUser = { id: made.id };
      if (name === "webhookAdd") own.webhookDeliveries = { webhookId: made.id };
      if (name === "recharge") own.payment = { paymentId: (made as Fields).paymentId };
    }
  });

  it("for the purchase of static IPs and calls on them", async () => {
    const place = { pay: "wallet" };
    const long = await asShown("staticUse", "json", place);
    const ids = idsOf(long.items);
    expect(ids).toHaveLength(1);
    Object.assign(own, {
      staticInfo: { id: ids[0] },
      staticRenewal: { ids },
      staticMoreInfo: { ids },
    });
    await asShown("shortExtract", "form", place);
    await asShown("staticUpdate", "json", { id: ids[0] });
    await asShown("staticRenewalAuto", "form", { id: ids[0] });
    await asShown("renewalStatic", "json", { id: ids[0] });
  });

  it("for opening IPs and ports", async () => {
    await ask("placeOrder", { sku: "ip-standard", quantity: 10, method: "wallet" }, "form");
    const opened = await asShown("ipOpen", "form");
    await asShown("ipOpen", "json", { auth: "nouser", requestId: "open-for-whitelisted" });
    await asShown("whitePortAdd", "form");
    expect(idsOf(opened.items)).toHaveLength(1);
  });

  it("for vouchers, coupons, an invited customer and the resulting profit", async () => {
    await api.topUp(session, 3_000_000);
    await ask("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" }, "form");
    const { items: made } = await asShown("cdkeyMake", "form", { kind: "ip", amount: 100 });
    await asShown("cdkeyUse", "form", { code: made?.[0]?.code });
    const gift = { kind: "gift", sku: "traffic-standard", amount: 1 } as const;
    await transaction(api.db, (tx) => grantCoupon(api.services, tx, { accountId, days: 1, gift }));
    const { inviteCode } = await asShown("shareInfo", "form");
    const invited = { email: "invited@example.com", password: "Passw0rd!x", agree: 1 };
    const { data } = await api.send("signup", { ...invited, inviteCode: String(inviteCode) });
    // Profit from crypto payments can be withdrawn at once.
    const bought = { sku: "traffic-standard", quantity: 5_000, method: "crypto" };
    const order = await api.send("placeOrder", { session: data.session, ...bought });
    const outcome = new URLSearchParams({ outcome: "paid" });
    const payUrl = api.url + new URL(order.data.payUrl ?? "").pathname;
    await fetch(`${payUrl}/complete`, { method: "POST", body: outcome });
    await asShown("getProfit", "form");
    // Lists everything, whatever filter the examples use.
    Object.assign(own, { cdkeys: { kind: "ip", status: "" }, profitRecord: { status: "" } });
  });

  it("for a tested webhook, after a gateway has reported traffic", async () => {
    const ids = { accountId, subAccountId: String(own.upSubUser?.id) };
    const by = { gateway: "g1", epoch: "e1" };
    await link.ask("requests", { ...by, rows: [requestRow(ids)], dropped: 0 });
    const answer = await link.ask("lease", {
      ...by,
      subAccountId: ids.subAccountId,
      wantedBytes: 1_000,
    });
    if ("refused" in answer) throw new Error(answer.refused);
    const row = usageRow({ ...ids, leaseId: answer.lease.id, upBytes: 9 });
    await link.ask("report", { reports: [{ ...by, sequence: 1, rows: [row] }] });
    Object.assign(own, { requestLog: { outcome: "" } });
    Object.assign(own.webhookDeliveries ?? {}, { status: "" });
    await asShown("webhookTest", "form", { id: own.webhookDeliveries?.webhookId });
  });

  const empty: CallName[] = [];
  it.each(reads)("for the read call %s", async (name) => {
    own.quote = { couponId: "" };
    for (const way of ["form", "json"] as const) {
      const { items } = await asShown(name, way);
      if (way === "json" && items?.length === 0) empty.push(name);
    }
  });

  it("and leave no list empty", () => {
    expect(empty).toEqual([]);
  });

  it("for a refusal", async () => {
    const answer = await ask("staticInfo", { id: "nothing" }, "json");
    expect(answer.code).toBe(404);
    expect(fits({ $ref: "#/components/schemas/Refused" }, answer)).toEqual([]);
    expect(fits({ $ref: "#/components/schemas/Done_staticInfo" }, answer)).not.toEqual([]);
  });
});

describe("/openapi.json", () => {
  const get = (headers: Record<string, string>) =>
    fetch(`${api.url}/openapi.json`, { headers: { "accept-encoding": "identity", ...headers } });

  it("is compressed as the client accepts, and returns 304 for a matching ETag", async () => {
    const plain = await get({});
    const size = (await plain.text()).length;
    expect(plain.headers.get("content-type")).toMatch(/^application\/json/);
    for (const coding of ["br", "gzip"]) {
      const packed = await get({ "accept-encoding": coding });
      expect(packed.headers.get("content-encoding")).toBe(coding);
      expect((await packed.text()).length).toBe(size);
    }
    const again = await get({ "if-none-match": plain.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  });
});
