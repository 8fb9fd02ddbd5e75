import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { accessOf, type Call, scopeOf } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { scopes } from "@turnpike/rules/api-key.ts";
import { sampled } from "@turnpike/net/testing/full.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { keyOf } from "../../identity/api-key/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { callOnce } from "../../../testing/call-once.ts";

const shop = forTests(startShop);
/** Keys with one scope each, one with all, and the access key, which has read. */
const keys: Record<string, string> = {};
const customer = forTests(() => shop.customer());
beforeAll(async () => {
  for (const scope of scopes) keys[scope] = (await keyOf(customer, scope)).key;
  keys.all = (await keyOf(customer, scopes.join(","))).key;
  keys["access key"] = (await customer.get("member")).accessKey;
});

const all = Object.entries(calls) as unknown as [string, Call][];
const closed = all.filter(([, call]) => call.access !== "visitor");

/** The calls that no key may make, and why. */
const forPersonsAlone: Record<string, string> = {
  signout: "ends the caller's session; a key has none",
  viewEnd: "ends the staff's view; a key is none",
  endSessions: "a stolen key must not sign its owner out",
  moreLogin: "says how people sign in",
  upTokenCache: "a stolen key must not keep a stolen session alive",
  verifyMail: "proves the mailbox of who has signed in",
  upPwd: "the password is the account",
  upAccessKey: "a key that makes credentials outlives its own deletion",
  apiKeyAdd: "a key that makes credentials outlives its own deletion",
  apiKeyDel: "a stolen key must not shut out the account's other programs",
  teamInvite: "a key that lets people in outlives its own deletion",
  teamUp: "a key that lets people in outlives its own deletion",
  teamRemove: "a stolen key must not shut the team out",
  teamAccept: "a person joins, not a program",
  teamEnter: "a key that makes credentials outlives its own deletion",
  teamLeave: "a person leaves, not a program",
  gBind: "a linked login is a credential",
  secureMail: "the secure address recovers the account",
  mfaApp: "part of binding the second factor",
  mfaSecret: "the second factor guards against keys, too",
  bindMFa: "the second factor guards against keys, too",
  unbindMFa: "the second factor guards against keys, too",
  cancelInfo: "part of closing the account",
  cancel: "cannot be undone",
  identityStart: "a person proves who they are",
  identityUpload: "documents of a person",
  identityUploaded: "documents of a person",
  identityDel: "documents of a person",
  identityHandIn: "documents of a person",
  consent: "a person agrees to a contract, not a program",
};

const make = (path: string, fields: object) => callOnce(shop.url + path, fields);

const has = (name: string, scope: string) =>
  name === "all" || name === scope || (name === "access key" && scope === "read");
const refusals = new Set(["keyScope", "keyReadOnly", "keyUnknown", "sessionInvalid"]);

describe("The scope of a call (spec/accounts#scopes)", () => {
  it.each(sampled(closed, 2))(
    "%s accepts keys that have it, and no others",
    async (_name, call) => {
      const fields = call.example.request as Record<string, unknown>;
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
      Object.entries(call.accessWith).flatMap(([field, access]) =>
        typeof access === "string" ? [{ name, call, field, access }] : [],
      ),
    ),
  )("of $name changes with $field", async ({ call, field, access }) => {
    const samples: Record<string, unknown> = {
      password: "n3wSecret9",
      claim: true,
      region: "europe",
      // 0 would switch something off, so it gets a sample.
      email: false,
      thresholds: { trafficGb: 1 },
    };
    const { planId } = call.example.request as { planId?: string };
    const fields = { ...(planId ? { planId } : {}), [field]: samples[field] };
    expect(samples[field]).toBeDefined();
    expect(scopeOf(accessOf(call, fields))).toBe(scopeOf(access));
    const { data } = await make(call.path, { ...fields, key: keys.read });
    expect(data).toMatchObject({ reason: "keyScope", scope: scopeOf(access) });
  });

  it("of a ticket is its file's: money, the account, reading, or a person alone", async () => {
    const scopeOfTicket = async (what: string, key: string | undefined) => {
      const { code, data } = await make(calls.ticket.path, { what, key });
      return code === 0 || data.reason !== "keyScope" ? "taken" : data.scope;
    };
    const asked = ["invoice", "statement", "export", "usage", "personalData"];
    const said = (name: string) =>
      Promise.all(asked.map((what) => scopeOfTicket(what, keys[name])));
    expect(await said("read")).toEqual(["money", "money", "manage", "taken", null]);
    expect(await said("money")).toEqual(["taken", "taken", "manage", "read", null]);
    expect(await said("manage")).toEqual(["money", "money", "taken", "read", null]);
  });

  it("is none for what a person alone may do, each call for its reason", () => {
    const isForPersons = ([, { access }]: [string, Call]) => access === "session";
    expect(all.filter(isForPersons).map(([name]) => name)).toEqual(
      all.map(([name]) => name).filter((name) => Object.hasOwn(forPersonsAlone, name)),
    );
    expect(Object.keys(forPersonsAlone)).toHaveLength(all.filter(isForPersons).length);
  });

  it("is that of the first three scopes for exactly the calls that old keys could make", () => {
    const words = (text: string) => text.trim().split(/\s+/).toSorted();
    const namesOf = (access: string) =>
      all.flatMap(([name, call]) => (call.access === access ? [name] : [])).toSorted();
    expect(namesOf("money")).toEqual(
      words(`
      autoTopUp cardAdd cardDel cards cdkeyMake getProfit staticMoreAuto staticRenewalAuto
      upInvoiceTitle`),
    );
    expect(namesOf("manage")).toEqual(
      words(`
      apiKeys loginLog sessions team teamActs ticket upLang upShareCode webhookAdd webhookDel webhookReplay
      webhookSecret webhookTest webhookUp`),
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
