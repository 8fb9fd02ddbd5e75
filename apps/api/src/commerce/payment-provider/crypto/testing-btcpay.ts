/**
 * A fake BTCPay Server for tests and journeys: its Greenfield API, checkout and webhooks as seen
 * from outside. Coins have 8 decimals and one rate, as on a real invoice.
 */
import { createHmac } from "node:crypto";
import {
  type PeerRequest,
  Peer,
  PeerError,
  peerId,
  type PeerOptions,
  type PeerResponse,
} from "../testing-peer.ts";
import {
  centsOf,
  methodOf,
  type PeerDelivery,
  type PeerInvoice,
  type PeerPayout,
  type PeerPull,
  satsFor,
} from "./testing-btcpay-objects.ts";

const KEY = "peer key";
const STORE = "PeerStore";

/** Delivers webhooks at once unless `hold` is true; `deliveries` keeps all of them. */
export function startBtcpayPeer(given: PeerOptions = {}): Promise<BtcpayPeer> {
  return new BtcpayPeer(given).start();
}

export class BtcpayPeer extends Peer {
  readonly invoices = new Map<string, PeerInvoice>();
  readonly pulls: PeerPull[] = [];
  readonly payouts = new Map<string, PeerPayout>();
  /** All deliveries so far, in order. */
  readonly deliveries: PeerDelivery[] = [];

  get env() {
    return {
      BTCPAY_URL: this.url,
      BTCPAY_API_KEY: KEY,
      BTCPAY_STORE_ID: STORE,
      BTCPAY_WEBHOOK_SECRET: this.secret,
    };
  }

  /** The newest invoice of a payment. */
  invoiceOf(paymentId: string): PeerInvoice {
    const own = [...this.invoices.values()].filter((one) => one.metadata.orderId === paymentId);
    return own.at(-1) ?? missing();
  }

  /** Sends a share of the invoice's amount, not confirmed yet. */
  async send(id: string, share = 1): Promise<void> {
    const invoice = this.#need(id);
    const cents = BigInt(Math.round(Number(centsOf(invoice.amount)) * share));
    invoice.coins.push({ id: peerId("tx"), sats: satsFor(cents), status: "Processing" });
    const isLate = invoice.status === "Expired";
    this.#judge(invoice);
    await this.#happen("InvoiceReceivedPayment", id, { afterExpiration: isLate });
    if (this.#isFull(invoice) && !isLate) await this.#happen("InvoiceProcessing", id);
  }

  /** Confirms the coins on the way. */
  async confirm(id: string): Promise<void> {
    const invoice = this.#need(id);
    for (const one of invoice.coins) one.status = "Settled";
    const wasSettled = invoice.status === "Settled";
    this.#judge(invoice);
    await this.#happen("InvoicePaymentSettled", id);
    const overPaid = invoice.additionalStatus === "PaidOver";
    if (invoice.status === "Settled" && !wasSettled)
      await this.#happen("InvoiceSettled", id, { overPaid, manuallyMarked: false });
  }

  /** Sends and confirms at once. */
  async pay(id: string, share = 1): Promise<void> {
    await this.send(id, share);
    await this.confirm(id);
  }

  /** Lets the invoice expire. */
  async expire(id: string): Promise<void> {
    const invoice = this.#need(id);
    const partiallyPaid = invoice.coins.length > 0;
    invoice.status = "Expired";
    await this.#happen("InvoiceExpired", id, { partiallyPaid });
  }

  /** Invalidates the coins on the way: they never arrive. */
  async invalidate(id: string): Promise<void> {
    const invoice = this.#need(id);
    for (const one of invoice.coins) one.status = "Invalid";
    invoice.status = "Invalid";
    await this.#happen("InvoiceInvalid", id, { manuallyMarked: false });
  }

  /** The operator marks the invoice as paid in the server's dashboard. */
  async mark(id: string): Promise<void> {
    Object.assign(this.#need(id), { status: "Settled", additionalStatus: "Marked" });
    await this.#happen("InvoiceSettled", id, { manuallyMarked: true });
  }

  /** The customer claims a refund to an address, or the operator approves its payout. */
  async claim(pullPaymentId: string, destination: string, state: string): Promise<void> {
    const id = `payout of ${pullPaymentId}`;
    const type = this.payouts.has(id) ? "PayoutUpdated" : "PayoutCreated";
    this.payouts.set(id, { id, pullPaymentId, destination, state });
    const payout = { payoutId: id, pullPaymentId, payoutState: state };
    const deliveryId = peerId("delivery");
    const delivery = { type, deliveryId, storeId: STORE, ...payout };
    this.deliveries.push(delivery);
    await this.deliver(delivery);
  }

  /** Sends a delivery, for the first time or again; returns the response's status. */
  deliver(delivery: PeerDelivery, { forge = false }: { forge?: boolean } = {}): Promise<number> {
    const body = JSON.stringify(delivery);
    const secret = forge ? "somebody else's" : this.secret;
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    return this.post(body, { "btcpay-sig": `sha256=${signature}` });
  }

  async #happen(type: string, invoiceId: string, more: Record<string, unknown> = {}) {
    const deliveryId = peerId("delivery");
    const delivery: PeerDelivery = {
      type,
      deliveryId,
      originalDeliveryId: deliveryId,
      isRedelivery: false,
      webhookId: "PeerHook",
      timestamp: Math.floor(Date.now() / 1_000),
      storeId: STORE,
      invoiceId,
      metadata: this.#need(invoiceId).metadata,
      ...more,
    };
    this.deliveries.push(delivery);
    if (!this.holdWebhooks && this.webhookUrl) await this.deliver(delivery);
  }

  #need(id: string): PeerInvoice {
    return this.invoices.get(id) ?? missing();
  }

  #isFull({ amount, coins: all }: PeerInvoice): boolean {
    return all.reduce((sum, { sats }) => sum + sats, 0n) >= satsFor(centsOf(amount));
  }

  /** Updates the invoice's status from the coins received. */
  #judge(invoice: PeerInvoice): void {
    const isFull = this.#isFull(invoice);
    const sum = invoice.coins.reduce((all, { sats }) => all + sats, 0n);
    const isOver = sum > satsFor(centsOf(invoice.amount));
    if (invoice.status === "Expired") {
      invoice.additionalStatus = isFull ? "PaidLate" : "PaidPartial";
      return;
    }
    if (!isFull) {
      invoice.additionalStatus = "PaidPartial";
      return;
    }
    const isConfirmed = invoice.coins.every(({ status }) => status === "Settled");
    invoice.status = isConfirmed ? "Settled" : "Processing";
    invoice.additionalStatus = isOver ? "PaidOver" : "None";
  }

  protected async answer(question: PeerRequest): Promise<PeerResponse> {
    const { method, path, headers, body, query } = question;
    const [, page, action] = /^\/i\/([^/]+)(\/do)?$/.exec(path) ?? [];
    if (page !== undefined) return action ? this.#click(page, body) : this.#show(page);
    this.requests.push(`${method} ${path}`);
    if (headers.authorization !== `token ${KEY}`)
      throw new PeerError(401, { code: "unauthenticated" });
    if (path === `/api/v1/stores/${STORE}`) return { json: { id: STORE, name: "Peer" } };
    const [, rest] = new RegExp(`^/api/v1/stores/${STORE}/(.*)$`).exec(path) ?? [];
    const [kind = "", id = "", what = ""] = (rest ?? "").split("/");
    if (kind === "pull-payments") return { json: this.pulls };
    if (kind === "payouts") return { json: this.payouts.get(decodeURIComponent(id)) ?? missing() };
    if (kind !== "invoices") return missing();
    if (method === "POST" && !id) return { json: this.#make(JSON.parse(body)) };
    if (!id) {
      const found = [...this.invoices.values()].toReversed();
      const own = found.filter((one) => one.metadata.orderId === query.get("orderId"));
      return { json: own.map((one) => this.#shown(one)) };
    }
    const invoice = this.#need(id);
    if (what === "payment-methods") return { json: [methodOf(invoice)] };
    if (what === "refund") return { json: this.#refund(invoice, JSON.parse(body)) };
    return { json: this.#shown(invoice) };
  }

  #shown(invoice: PeerInvoice) {
    const checkoutLink = `${this.url}/i/${invoice.id}`;
    return { ...invoice, coins: undefined, storeId: STORE, type: "Standard", checkoutLink };
  }

  #make(wanted: Record<string, never>) {
    const {
      amount,
      currency,
      metadata = {},
      checkout = {},
    } = wanted as {
      amount?: unknown;
      currency?: unknown;
      metadata?: { orderId?: string };
      checkout?: { redirectURL?: string; expirationMinutes?: number };
    };
    if (typeof amount !== "string" || !/^\d+\.\d\d$/.test(amount) || typeof currency !== "string")
      throw new PeerError(422, [{ path: "amount", message: "a decimal in a string" }]);
    const { redirectURL = "", expirationMinutes = 15 } = checkout;
    const invoice: PeerInvoice = {
      id: peerId("Invoice"),
      amount,
      currency,
      metadata,
      redirectURL,
      expirationMinutes,
      createdTime: Math.floor(Date.now() / 1_000),
      status: "New",
      additionalStatus: "None",
      coins: [],
    };
    this.invoices.set(invoice.id, invoice);
    return this.#shown(invoice);
  }

  #refund(invoice: PeerInvoice, wanted: Record<string, string>): PeerPull {
    const { name = "", refundVariant, customAmount = "", customCurrency = "" } = wanted;
    if (refundVariant !== "Custom" || wanted["payoutMethodId"] !== "BTC-CHAIN")
      throw new PeerError(422, [{ path: "refundVariant", message: "not here" }]);
    if (invoice.coins.length === 0) throw new PeerError(400, { code: "non-refundable" });
    const id = peerId("Pull");
    const viewLink = `${this.url}/pull-payments/${id}`;
    const pull = { id, name, amount: customAmount, currency: customCurrency, viewLink };
    this.pulls.push(pull);
    return pull;
  }

  #show(id: string): PeerResponse {
    const { amount, currency } = this.#need(id);
    const buttons = {
      pay: "Pay in full",
      half: "Pay half",
      double: "Pay double",
      late: "Pay late",
      expire: "Let it expire",
      invalid: "Never confirm",
      cancel: "Back to the shop",
    };
    return this.page(`Invoice over ${amount} ${currency}`, `/i/${id}/do`, buttons);
  }

  async #click(id: string, body: string): Promise<PeerResponse> {
    const what = new URLSearchParams(body).get("do");
    if (what === "pay") await this.pay(id);
    if (what === "half") await this.pay(id, 0.5);
    if (what === "double") await this.pay(id, 2);
    if (what === "expire" || what === "late") await this.expire(id);
    if (what === "late") await this.pay(id);
    if (what === "invalid") {
      await this.send(id);
      await this.invalidate(id);
    }
    return { to: this.#need(id).redirectURL };
  }
}

function missing(): never {
  throw new PeerError(404, { code: "invoice-not-found" });
}
