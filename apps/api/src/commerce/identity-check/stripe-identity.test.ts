/** Checks by Stripe Identity, against a peer that speaks its protocol (spec/identity#stripe). */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { closeCustomer } from "../../across/closure/testing.ts";
import { operate } from "../../across/operator/testing.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { startStripeIdentityPeer } from "../payment-provider/card/testing-stripe-identity.ts";

const peer = forTests(startStripeIdentityPeer);
const shop = forTests(() => startShop({ ...peer.env, IDENTITY_PROVIDER: "stripe" }));
beforeAll(() => {
  peer.webhookUrl = `${shop.url}/webhooks/stripe`;
});

const page = () => `${shop.services.env.publicUrl}/cli/identity`;
const stateOf = async (customer: Customer) => (await customer.get("member")).identity;
async function begin() {
  const customer = await shop.customer();
  const { url } = await customer.get("identityStart");
  return { customer, url, check: peer.checkOf(customer.id) };
}

describe("A check at Stripe (spec/identity#stripe)", () => {
  it("begins at Stripe's page, is pending while Stripe checks, and approves once it is verified", async () => {
    const { customer, url, check } = await begin();
    expect(url).toMatch(new RegExp(`^${peer.url}/start/`));
    expect(check).toMatchObject({ client_reference_id: customer.id, return_url: page() });
    expect(await customer.get("identityInfo")).toMatchObject({
      identity: "none",
      canStart: true,
      canHandIn: false,
      isElsewhere: true,
    });
    await peer.move(check.id, "processing");
    expect(await stateOf(customer)).toBe("pending");
    expect((await customer.get("identityStart")).url).toBe(page());
    await peer.move(check.id, "verified");
    expect(await customer.get("identityInfo")).toMatchObject({
      identity: "approved",
      canStart: false,
    });
    const subjects = (await mailsTo(shop, customer.email)).map(({ subject }) => subject);
    expect(subjects.some((one) => one.toLowerCase().includes("identity"))).toBe(true);
    expect((await customer.ask("identityUpload", { bytes: 900 })).refused.reason).toBe(
      "identityClosed",
    );
  });

  it("that fails is rejected with the reason in the customer's words; a fresh page tries again, five times in all", async () => {
    const { customer, url, check } = await begin();
    await peer.end(check.id, "document_expired");
    const info = await customer.get("identityInfo");
    expect(info).toMatchObject({ identity: "rejected", canStart: true, triesLeft: 4 });
    expect(info.because).toContain("expired");
    for (let left = 4; left > 0; left--) {
      const again = await customer.get("identityStart");
      expect(again.url).not.toBe(url);
      await peer.end(check.id, "selfie_face_mismatch");
      expect((await customer.get("identityInfo")).triesLeft).toBe(left - 1);
    }
    expect((await customer.ask("identityStart")).refused.reason).toBe("tooMany");
    expect(peer.checkOf(customer.id).id).toBe(check.id);
  });

  it("that the person left is as if nothing had been", async () => {
    const { customer, check } = await begin();
    await peer.end(check.id, "abandoned");
    expect(await customer.get("identityInfo")).toMatchObject({ identity: "none", triesLeft: 5 });
    await peer.move(check.id, "canceled");
    const { url } = await customer.get("identityStart");
    expect(url).toMatch(new RegExp(`^${peer.url}/start/`));
    expect(peer.checkOf(customer.id).id).not.toBe(check.id);
  });

  it("begins once, however many ask at once", async () => {
    const customer = await shop.customer();
    const before = peer.checks.size;
    await Promise.all(Array.from({ length: 5 }, () => customer.get("identityStart")));
    expect(peer.checks.size).toBe(before + 1);
  });
});

describe("Nothing but Stripe's own answer approves (spec/identity#stripe)", () => {
  it("not a forged or old event, nor one that says more than Stripe does when it is asked", async () => {
    const { customer, check } = await begin();
    peer.holdWebhooks = true;
    const told = await peer.move(check.id, "verified");
    expect(await peer.deliver(told, { forge: true })).toBe(400);
    expect(await peer.deliver(told, { ageSeconds: 301 })).toBe(400);
    check.status = "processing";
    expect(await peer.deliver(told)).toBe(200);
    expect(await stateOf(customer)).toBe("pending");
    peer.setAway(true);
    expect(await peer.deliver(told)).toBeGreaterThanOrEqual(500);
    expect((await customer.ask("identityStart")).refused.reason).toBe("notReady");
    peer.setAway(false);
    expect(await stateOf(customer)).toBe("pending");
    check.status = "verified";
    // The event was lost: the person comes again, and Stripe is asked.
    expect((await customer.get("identityStart")).url).toBe(page());
    expect(await stateOf(customer)).toBe("approved");
    peer.holdWebhooks = false;
  });

  it("not a late event after the staff has decided, nor one of a check that is another's", async () => {
    const { customer, check } = await begin();
    await operate(shop.services, "identity", "reject", customer.email, "--reason", "notEligible");
    await peer.end(check.id);
    expect(await stateOf(customer)).toBe("rejected");
    const other = await shop.customer();
    const stranger = { ...check, id: "vs_stranger", metadata: { accountId: other.id } };
    peer.checks.set(stranger.id, stranger);
    await peer.move(stranger.id, "verified");
    expect(await stateOf(other)).toBe("none");
  });

  it("a closed account's data is deleted at Stripe, and that of a check its days after the decision", async () => {
    const [leaver, stayer] = [await begin(), await begin()];
    for (const { check } of [leaver, stayer]) await peer.end(check.id);
    expect((await closeCustomer(shop, leaver.customer)).code).toBe(0);
    const run = (name: string) =>
      shop.services.modules.jobs.find((job) => job.name === name)?.run(shop.services);
    await run("clear-closed-accounts");
    await run("redact-identity-checks");
    expect(leaver.check.redaction).toEqual({ status: "processing" });
    await shop.pass(29 * 86_400);
    await run("redact-identity-checks");
    expect(stayer.check.redaction).toBeNull();
    await shop.pass(2 * 86_400);
    await run("redact-identity-checks");
    expect(stayer.check.redaction).toEqual({ status: "processing" });
    const { rows } = await sql<{ stage: string; ref: string | null }>`
      select stage, provider_ref as ref from identity_check
      where account_id in (${leaver.customer.id}, ${stayer.customer.id})`.execute(shop.db);
    expect(rows).toEqual([{ stage: "approved", ref: null }]);
  });
});
