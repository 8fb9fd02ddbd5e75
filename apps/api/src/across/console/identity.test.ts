/** Identities and gates in the console: decisions, mails, roles, audit log (spec/identity#decisions). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { setLang } from "../../identity/account/settings.ts";
import { operate, operateJson } from "../operator/testing.ts";
import { startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const owner = forTests(() => api.person("owner"));
const support = forTests(() => api.person("support"));

interface Mail {
  subject: string;
  text: string;
}
const mailsTo = async (email: string): Promise<Mail[]> =>
  (await fetch(`${api.url}/lab/mails?to=${encodeURIComponent(email)}`)).json() as Promise<Mail[]>;
const newest = async () => (await owner.get("auditList")).items[0];

describe("A decision on an identity (spec/identity#decisions)", () => {
  it("is the same by console and command line, mailed in the customer's language, and in the audit log", async () => {
    const customer = await api.register();
    await setLang(api.db, customer.id, "de");
    const { email: account } = customer;
    const more = { account, decision: "more", because: "selfie", reason: "face hidden" };
    const { check } = await support.get("identityDecide", more);
    const who = { email: account, identity: "pending", waitsForCustomer: true, reason: "selfie" };
    expect(check).toMatchObject({ ...who, decidedBy: support.email, note: "face hidden" });
    expect(await newest()).toMatchObject({
      actor: support.email,
      action: "identity.decide",
      accountId: customer.id,
      before: { identity: "none" },
      after: { identity: "pending", decision: "more", reason: "selfie" },
      reason: "face hidden",
    });
    const [asked] = await mailsTo(account);
    expect(asked?.subject).toBe("Wir benötigen noch etwas, um Ihre Identität zu bestätigen");
    expect(asked?.text).toContain("ein Foto von sich mit dem Dokument in der Hand");
    expect(asked?.text).not.toContain("face hidden");
    const rejected = await operateJson(
      api.services,
      "identity",
      "reject",
      account,
      "--reason",
      "a forged pass",
    );
    expect(rejected.said).toMatchObject({
      identity: "rejected",
      reason: "other",
      note: "a forged pass",
    });
    const [told] = await mailsTo(account);
    expect(told?.subject).toBe("Ihre Identität konnte nicht bestätigt werden");
    expect(told?.text).not.toContain("forged");
    await support.get("identityDecide", { account, decision: "approve" });
    expect((await mailsTo(account))[0]?.subject).toBe("Ihre Identität ist bestätigt");
    const { said } = await operateJson(api.services, "identity", "list");
    expect(said).toMatchObject([{ email: account, identity: "approved", reason: null }]);
    const { items } = await support.get("identityList", { state: "approved" });
    expect(items).toEqual(said);
  });

  it("needs a reason unless it approves, a customer, and the role", async () => {
    const { email: account } = await api.register();
    const asked = await support.ask("identityDecide", { account, decision: "reject" });
    expect(asked.refused).toMatchObject({ reason: "badField", detail: "reason: is needed" });
    expect(await operate(api.services, "identity", "more", account)).toMatchObject({ code: 2 });
    const nobody = await operate(api.services, "identity", "approve", "nobody@example.com");
    expect(nobody.code).toBe(1);
    for (const role of ["finance", "viewer"] as const) {
      const other = await api.person(role);
      expect((await other.ask("identityList")).refused.reason).toBe("notPermitted");
      expect((await other.ask("gateSet", { sku: "ip-standard" })).refused.reason).toBe(
        "notPermitted",
      );
    }
  });
});

it("Gates are set, listed and removed by the console too (spec/identity#gates)", async () => {
  const { gate } = await support.get("gateSet", { sku: "traffic-standard", overGb: 50 });
  expect(gate).toMatchObject({ sku: "traffic-standard", identity: true, overGb: 50 });
  const { since } = gate;
  const changed = await support.get("gateSet", { sku: "traffic-standard", overGb: 20 });
  expect(changed.gate).toEqual({ ...gate, overGb: 20, since });
  const finance = await api.person("finance");
  expect((await finance.get("gateList")).items).toEqual([changed.gate]);
  const wrong = await support.ask("gateSet", { sku: "ip-standard", overGb: 5 });
  expect(wrong.refused).toMatchObject({
    reason: "badField",
    detail: "overGb: only traffic has a volume",
  });
  await support.get("gateRemove", { sku: "traffic-standard", reason: "too strict" });
  expect((await finance.get("gateList")).items).toEqual([]);
  expect(await newest()).toMatchObject({ action: "gate.remove", subject: "traffic-standard" });
  const again = await support.ask("gateRemove", { sku: "traffic-standard" });
  expect(again.refused.reason).toBe("notFound");
});
