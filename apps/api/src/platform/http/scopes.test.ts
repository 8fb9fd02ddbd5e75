import { accessOf, type Call, scopeOf } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { scopes } from "@turnpike/rules/api-key.ts";
import { sampled } from "@turnpike/net/testing/full.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyOf } from "../../identity/api-key/testing.ts";
import { type Customer, startShop, type TestShop } from "../../identity/session/testing.ts";

let shop: TestShop;
let customer: Customer;
/** Keys with one scope each, one with all, and the access key, which has read. */
const keys: Record<string, string> = {};
beforeAll(async () => {
  shop = await startShop();
  customer = await shop.customer();
  for (const scope of scopes) keys[scope] = (await keyOf(customer, scope)).key;
  keys.all = (await keyOf(customer, scopes.join(","))).key;
  keys["access key"] = (await customer.get("member")).accessKey;
});
afterAll(() => shop.stop());

const all = Object.entries(calls) as unknown as [string, Call][];
const closed = all.filter(([, call]) => call.access !== "visitor");

/** Makes a call with these fields. A stream counts as done once it begins. */
async function make(path: string, fields: object) {
  const ending = new AbortController();
  const answer = await fetch(shop.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
    signal: ending.signal,
  });
  if (answer.headers.get("content-type")?.startsWith("text/event-stream")) {
    ending.abort();
    return { code: 0, data: {} };
  }
  return (await answer.json()) as {
    code: number;
    data: { reason?: string; scope?: string | null };
  };
}

const has = (name: string, scope: string) =>
  name === "all" || name === scope || (name === "access key" && scope === "read");
const refusals = new Set(["keyScope", "keyReadOnly", "keyUnknown", "sessionInvalid"]);

describe("The scope of a call (spec/accounts#scopes)", () => {
  it.each(sampled(closed, 2))(
    "%s accepts keys that have it, and no others",
    async (_name, call) => {
      const fields = call.example.question as Record<string, unknown>;
      const scope = scopeOf(accessOf(call, fields));
      const answered = Object.entries(keys).map(async ([name, key]) => {
        const { code, data } = await make(call.path, { ...fields, key });
        const refused = refusals.has(data.reason ?? "");
        return [name, refused ? `${code} ${data.reason} ${String(data.scope)}` : "taken"];
      });
      const expected = Object.keys(keys).map((name) => {
        if (scope !== null && has(name, scope)) return [name, "taken"];
        const refused =
          name === "access key" ? "403 keyReadOnly undefined" : `403 keyScope ${scope}`;
        return [name, refused];
      });
      expect(await Promise.all(answered)).toEqual(expected);
    },
  );

  it.each(
    closed.flatMap(([name, call]) =>
      Object.entries(call.accessWith).map(([field, access]) => ({ name, call, field, access })),
    ),
  )("of $name changes with $field", async ({ call, field, access = "session" }) => {
    const samples: Record<string, unknown> = {
      password: "n3wSecret9",
      claim: true,
      region: "europe",
      // 0 would switch something off, so it gets a sample.
      email: false,
      thresholds: { trafficGb: 1 },
    };
    const { planId } = call.example.question as { planId?: string };
    const fields = { ...(planId ? { planId } : {}), [field]: samples[field] };
    expect(samples[field]).toBeDefined();
    expect(scopeOf(accessOf(call, fields))).toBe(scopeOf(access));
    const { data } = await make(call.path, { ...fields, key: keys.read });
    expect(data).toMatchObject({ reason: "keyScope", scope: scopeOf(access) });
  });

  it("is defined for every call: what no key may do, and what spends money", () => {
    const words = (text: string) => text.trim().split(/\s+/).toSorted();
    const namesOf = (access: string) =>
      all.flatMap(([name, call]) => (call.access === access ? [name] : [])).toSorted();
    // Account security, payouts, keys, webhooks' secrets, the profile, closure. Auto-renew spends
    // later, outside of any key's limit; a ticket opens downloads for a browser.
    expect(namesOf("session")).toEqual(
      words(`
      signout verifyMail upPwd moreLogin upTokenCache sessions endSessions loginLog upAccessKey
      apiKeys apiKeyAdd apiKeyDel gBind secureMail mfaApp mfaSecret bindMFa unbindMFa
      upInvoiceTitle upLang cancelInfo cancel upShareCode ticket getProfit cdkeyMake
      staticRenewalAuto staticMoreAuto webhookAdd webhookUp webhookDel webhookSecret
      webhookTest webhookReplay viewEnd consent cards cardAdd cardDel autoTopUp`),
    );
    expect(namesOf("buy")).toEqual(
      words(`
      placeOrder recharge promo cdkeyUse apiLinkAdd ipOpen staticUse renewalStatic
      renewalStaticMany staticMoreRenewal shortExtract orderUnlimit renewalUnlimit`),
    );
    // A call that changes something, or takes what a program could not return, needs more than
    // read.
    const reads = all.filter(([, call]) => call.access === "read");
    expect(reads.filter(([, call]) => call.takesRequestId)).toEqual([]);
  });
});
