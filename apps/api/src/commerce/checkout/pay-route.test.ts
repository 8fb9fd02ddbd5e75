import { readEnvironment } from "@turnpike/contract/environment.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { transaction } from "../../platform/db/database.ts";
import { untaxedPayment } from "../tax/tax-sale.ts";
import { startPayment } from "../payment/start.ts";
import { startShop } from "../../identity/session/testing.ts";
import { paymentMethods, paymentProvider } from "../payment-method/registry.ts";
import { type BtcpayPeer, startBtcpayPeer } from "../payment-provider/crypto/testing-btcpay.ts";
import { type StripePeer, startStripePeer } from "../payment-provider/card/testing-stripe.ts";
import { visit } from "../payment-provider/testing.ts";

const STRIPE_KEYS = { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };
const BTCPAY_KEYS = {
  BTCPAY_URL: "https://pay.example.com/",
  BTCPAY_API_KEY: "key",
  BTCPAY_STORE_ID: "store",
  BTCPAY_WEBHOOK_SECRET: "secret",
};
const nameOf = (source: Record<string, string>, method: "card" | "crypto") =>
  paymentProvider(readEnvironment(source), method)?.name ?? null;

describe("The payment provider is chosen by environment", () => {
  it("a real provider where it is set up, otherwise the lab's sandbox, otherwise none", () => {
    expect(nameOf({}, "card")).toBe("sandbox");
    expect(nameOf(STRIPE_KEYS, "card")).toBe("stripe");
    expect(nameOf(STRIPE_KEYS, "crypto")).toBe("sandbox");
    expect(nameOf(BTCPAY_KEYS, "crypto")).toBe("btcpay");
    const production = { NODE_ENV: "production", ...BTCPAY_KEYS };
    expect(nameOf(production, "card")).toBeNull();
    expect(paymentMethods(readEnvironment(production))).toEqual(["crypto"]);
    expect(paymentMethods(readEnvironment({ NODE_ENV: "production" }))).toEqual([]);
  });

  it.each(["http://pay.example.com", "http://10.0.0.7", "http://btcpay:23000", "ftp://127.0.0.1"])(
    "the API key is not sent over an unencrypted network: %s prevents startup",
    (url) => {
      expect(() => readEnvironment({ ...BTCPAY_KEYS, BTCPAY_URL: url })).toThrow("BTCPAY_URL");
      const here = { ...BTCPAY_KEYS, BTCPAY_URL: "http://127.0.0.1:23000" };
      expect(nameOf(here, "crypto")).toBe("btcpay");
    },
  );

  it.each(Object.keys({ ...STRIPE_KEYS, ...BTCPAY_KEYS }))(
    "an incomplete configuration prevents startup: %s",
    (name) => {
      const whole: Record<string, string> = name in STRIPE_KEYS ? STRIPE_KEYS : BTCPAY_KEYS;
      const { [name]: _, ...half } = whole;
      expect(() => readEnvironment({ ...half, [name]: "" })).toThrow(name);
    },
  );
});

describe("GET /pay/:paymentId", () => {
  let peers: { stripe: StripePeer; btcpay: BtcpayPeer };
  beforeAll(async () => {
    peers = { stripe: await startStripePeer(), btcpay: await startBtcpayPeer() };
  });
  const shop = forTests(() => startShop({ ...peers.stripe.env, ...peers.btcpay.env }));
  afterAll(async () => {
    await peers.stripe.stop();
    await peers.btcpay.stop();
  });

  it.each(["card", "crypto"])(
    "creates one %s payment page for 30 concurrent requests",
    async (method) => {
      const customer = await shop.customer();
      const { payUrl } = await customer.get("recharge", { amountCents: 1_000, method });
      const before = peers.stripe.sessions.size + peers.btcpay.invoices.size;
      const answers = await Promise.all(Array.from({ length: 30 }, () => visit(payUrl)));
      expect(new Set(answers.map(({ status, to }) => `${status} ${to}`)).size).toBe(1);
      expect(peers.stripe.sessions.size + peers.btcpay.invoices.size).toBe(before + 1);
    },
  );

  it.each(["card", "crypto"])(
    "reports that the %s provider is unreachable, and works afterwards",
    async (method) => {
      const customer = await shop.customer({ lang: "de" });
      const { payUrl } = await customer.get("recharge", { amountCents: 1_000, method });
      peers.stripe.setAway(true);
      peers.btcpay.setAway(true);
      const { status, html } = await visit(payUrl);
      peers.stripe.setAway(false);
      peers.btcpay.setAway(false);
      expect(status).toBe(503);
      expect(html).toContain('lang="de"');
      expect(html).toContain("nicht erreichbar");
      expect(html).toContain(`href="${new URL(payUrl).pathname}"`);
      expect((await visit(payUrl)).status).toBe(303);
    },
  );

  it("redirects without a provider request when opened again within 20 seconds", async () => {
    const customer = await shop.customer();
    const { payUrl } = await customer.get("recharge", { amountCents: 1_000, method: "crypto" });
    const { to } = await visit(payUrl);
    const before = peers.btcpay.requests.length;
    for (let time = 0; time < 5; time++) expect((await visit(payUrl)).to).toBe(to);
    expect(peers.btcpay.requests.length).toBe(before);
    await shop.advance(21);
    expect((await visit(payUrl)).to).toBe(to);
    expect(peers.btcpay.requests.length).toBeGreaterThan(before);
  });

  it("allows an account three concurrent provider requests while others are served", async () => {
    const [customer, other] = [await shop.customer(), await shop.customer()];
    const begin = async ({ get }: typeof customer) =>
      (await get("recharge", { amountCents: 1_000, method: "crypto" })).payUrl;
    const many: string[] = [];
    for (let time = 0; time < 8; time++) many.push(await begin(customer));
    const theirs = await begin(other);
    const goOn = peers.btcpay.pause();
    const said = Promise.all(many.map((payUrl) => visit(payUrl)));
    const others = visit(theirs);
    while (peers.btcpay.waiting < 4) await new Promise((resolve) => setTimeout(resolve, 10));
    goOn();
    const statuses = (await said).map(({ status }) => status);
    const opened = statuses.filter((status) => status === 303);
    const refused = statuses.filter((status) => status === 503);
    expect([opened.length, refused.length]).toEqual([3, 5]);
    expect((await others).status).toBe(303);
    for (const payUrl of many) expect((await visit(payUrl)).status).toBe(303);
  });

  it("shows a page with a link back for an unknown payment", async () => {
    const unknown = await visit(`${shop.url}/pay/00000000-0000-4000-8000-000000000000`);
    expect(unknown.status).toBe(404);
    expect(unknown.html).toContain('href="/cli/home"');
    expect((await visit(`${shop.url}/pay/junk`)).status).toBe(404);
  });

  it("a webhook without body, type and signature is refused (400)", async () => {
    for (const name of ["stripe", "btcpay"]) {
      const url = `${shop.url}/webhooks/${name}`;
      const { status } = await fetch(url, { method: "POST" });
      expect([name, status]).toEqual([name, 400]);
      const typed = { method: "POST", headers: { "content-type": "application/json" } };
      expect([name, (await fetch(url, typed)).status]).toEqual([name, 400]);
    }
  });

  it("an expired payment can no longer be paid", async () => {
    const customer = await shop.customer();
    const { payUrl } = await customer.get("recharge", { amountCents: 1_000, method: "card" });
    await shop.advance(25 * 3_600);
    const before = peers.stripe.requests.length;
    expect((await visit(payUrl)).status).toBe(410);
    expect(peers.stripe.requests.length).toBe(before);
  });

  it.each(["card", "crypto"])(
    "%s payments are recorded even if their webhook never arrives (spec/money#payments)",
    async (method) => {
      const customer = await shop.customer();
      const { payUrl, paymentId } = await customer.get("recharge", { amountCents: 1_000, method });
      await visit(payUrl);
      // The peers do not know the webhook URLs yet.
      if (method === "card") await peers.stripe.pay(peers.stripe.sessionOf(paymentId).id);
      else await peers.btcpay.pay(peers.btcpay.invoiceOf(paymentId).id);
      expect((await customer.get("payment", { paymentId })).status).toBe("pending");
      await shop.advance(1_801);
      expect((await customer.get("payment", { paymentId })).status).toBe("paid");
    },
  );

  it("an amount below the card minimum is refused when the payment is created", async () => {
    const customer = await shop.customer();
    const wanted = {
      accountId: customer.id,
      orderId: null,
      couponId: null,
      bonusCents: 0,
      method: "card",
    } as const;
    const start = (amountCents: number) =>
      transaction(shop.db, (tx) =>
        startPayment(shop.services, tx, {
          ...wanted,
          amountCents,
          tax: untaxedPayment(amountCents),
        }),
      );
    await expect(start(49)).rejects.toMatchObject({ reason: "paymentMethodUnavailable" });
    expect((await start(50)).payUrl).toContain("/pay/");
  });

  it("works with the lab's clock days ahead of the provider's", async () => {
    await shop.advance(40 * 86_400);
    const customer = await shop.customer();
    const { payUrl, paymentId } = await customer.get("recharge", {
      amountCents: 1_000,
      method: "card",
    });
    peers.stripe.webhookUrl = `${shop.url}/webhooks/stripe`;
    await visit(payUrl);
    await peers.stripe.pay(peers.stripe.sessionOf(paymentId).id);
    expect((await customer.get("payment", { paymentId })).status).toBe("paid");
  });
});
