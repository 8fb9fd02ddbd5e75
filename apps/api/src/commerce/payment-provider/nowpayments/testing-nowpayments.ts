/**
 * A stand-in for NOWPayments: invoices, deposits and notifications with the fields and signatures
 * that its documentation describes, so that no test needs the network.
 */
import { createHmac } from "node:crypto";
import {
  Peer,
  PeerError,
  peerId,
  type PeerOptions,
  type PeerRequest,
  type PeerResponse,
} from "../testing-peer.ts";

const KEY = "PEER-NOWPAYMENTS-KEY";
/** What the coin costs in dollars. */
const RATE = 2_000;

interface PeerInvoice {
  id: string;
  order_id: string;
  order_description: string;
  price_amount: number;
  price_currency: string;
  success_url: string;
  cancel_url: string;
}
export interface PeerDeposit {
  payment_id: number;
  parent_payment_id?: number;
  invoice_id: string;
  payment_status: string;
  pay_address: string;
  price_amount: number;
  price_currency: string;
  pay_amount: number;
  actually_paid: number;
  actually_paid_at_fiat: number;
  pay_currency: string;
  order_id: string;
  order_description: string;
  purchase_id: string;
  outcome_amount: number;
  outcome_currency: string;
  created_at: string;
  fee?: Record<string, unknown>;
}

let deposits = 5_000_000_000;

export class NowpaymentsPeer extends Peer {
  readonly invoices = new Map<string, PeerInvoice>();
  readonly deposits = new Map<string, PeerDeposit>();
  /** All notifications so far, in order. */
  readonly deliveries: PeerDeposit[] = [];

  get env() {
    return {
      NOWPAYMENTS_API_KEY: KEY,
      NOWPAYMENTS_IPN_SECRET: this.secret,
      NOWPAYMENTS_API_URL: this.url,
    };
  }

  invoiceOf(paymentId: string): PeerInvoice {
    const found = [...this.invoices.values()].filter((one) => one.order_id === paymentId);
    return found.at(-1) ?? missing();
  }

  /** A deposit of a share of the invoice, to a new address or to that of `parent`. */
  async pay(
    invoice: PeerInvoice,
    share = 1,
    {
      parent,
      coin = "eth",
      laterMs = 0,
    }: { parent?: PeerDeposit; coin?: string; laterMs?: number } = {},
  ): Promise<PeerDeposit> {
    const { id, order_id, order_description, price_amount, price_currency } = invoice;
    const pay_amount = Number((price_amount / RATE).toFixed(8));
    const payment_id = ++deposits;
    const deposit: PeerDeposit = {
      payment_id,
      ...(parent ? { parent_payment_id: parent.payment_id } : {}),
      invoice_id: id,
      payment_status: "waiting",
      pay_address: `0x${payment_id}`,
      price_amount,
      price_currency,
      // A further deposit asks for what it has brought.
      pay_amount: parent ? pay_amount * share : pay_amount,
      actually_paid: 0,
      actually_paid_at_fiat: 0,
      pay_currency: coin,
      order_id,
      order_description,
      purchase_id: `${payment_id}1`,
      outcome_amount: 0,
      outcome_currency: "usdttrc20",
      created_at: new Date(Date.now() + laterMs).toISOString(),
    };
    this.deposits.set(String(payment_id), deposit);
    if (!parent) await this.#become(deposit, "waiting");
    await this.#become(deposit, "confirming");
    const actually_paid = pay_amount * share;
    Object.assign(deposit, { actually_paid, outcome_amount: actually_paid * RATE * 0.995 });
    if (share >= 1 || parent) {
      await this.#become(deposit, "confirmed");
      await this.#become(deposit, "sending");
    }
    await this.#become(deposit, share >= 1 || parent ? "finished" : "partially_paid");
    return deposit;
  }

  /** Gives up a deposit whose coins never came. */
  async fail(invoice: PeerInvoice): Promise<void> {
    const deposit = await this.pay(invoice, 0);
    await this.#become(deposit, "failed");
  }

  /** Sends a notification, for the first time or again; returns the response's status. */
  deliver(delivery: PeerDeposit, { forge = false, shallow = false } = {}): Promise<number> {
    const body = JSON.stringify(delivery);
    const keys = Object.keys(delivery).toSorted((a, b) => (a < b ? -1 : 1));
    const signed = shallow ? JSON.stringify(delivery, keys) : JSON.stringify(sortedDeep(delivery));
    const secret = forge ? "somebody else's" : this.secret;
    const signature = createHmac("sha512", secret).update(signed).digest("hex");
    return this.post(body, { "x-nowpayments-sig": signature });
  }

  async #become(deposit: PeerDeposit, status: string): Promise<void> {
    deposit.payment_status = status;
    if (status === "finished")
      deposit.fee = { withdrawalFee: 0.1, currency: "usdttrc20", depositFee: 0, serviceFee: 0.2 };
    const delivery = structuredClone(deposit);
    this.deliveries.push(delivery);
    if (!this.holdWebhooks && this.webhookUrl) await this.deliver(delivery);
  }

  protected answer({
    method,
    path,
    headers,
    body,
  }: PeerRequest): PeerResponse | Promise<PeerResponse> {
    const [, page, action] = /^\/payment\/([^/]+)(\/do)?$/.exec(path) ?? [];
    if (page !== undefined) return action ? this.#click(page, body) : this.#show(page);
    this.requests.push(`${method} ${path}`);
    if (headers["x-api-key"] !== KEY)
      throw new PeerError(403, { status: false, statusCode: 403, code: "INVALID_API_KEY" });
    if (path === "/v1/currencies") return { json: { currencies: ["btc", "eth"] } };
    if (path === "/v1/invoice" && method === "POST") return { json: this.#make(JSON.parse(body)) };
    const [, id] = /^\/v1\/payment\/(\d+)$/.exec(path) ?? [];
    const deposit = this.deposits.get(id ?? "");
    if (!deposit) return missing();
    const { fee: _fee, parent_payment_id: _parent, ...shown } = deposit;
    return { json: shown };
  }

  #make(wanted: Partial<PeerInvoice>) {
    const { price_amount, price_currency, order_id } = wanted;
    if (typeof price_amount !== "number" || price_currency !== "usd" || !order_id)
      throw new PeerError(400, { status: false, statusCode: 400, code: "BAD_REQUEST" });
    const id = peerId("4");
    const invoice = { order_description: "", success_url: "", cancel_url: "", ...wanted, id };
    this.invoices.set(id, invoice as PeerInvoice);
    return { ...wanted, id, invoice_url: `${this.url}/payment/${id}`, pay_currency: null };
  }

  #show(id: string): PeerResponse {
    const { price_amount } = this.invoices.get(id) ?? missing();
    const buttons = {
      pay: "Pay in full",
      half: "Pay half",
      double: "Pay double",
      fail: "Never pay",
    };
    return this.page(`Invoice over ${price_amount} USD`, `/payment/${id}/do`, buttons);
  }

  async #click(id: string, body: string): Promise<PeerResponse> {
    const invoice = this.invoices.get(id) ?? missing();
    const what = new URLSearchParams(body).get("do");
    const share = { pay: 1, half: 0.5, double: 2 }[what ?? ""];
    if (share) await this.pay(invoice, share);
    else await this.fail(invoice);
    return { to: invoice.success_url };
  }
}

function sortedDeep(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1));
  return Object.fromEntries(
    keys.map((key) => [key, sortedDeep((value as Record<string, unknown>)[key])]),
  );
}

function missing(): never {
  throw new PeerError(404, { status: false, statusCode: 404, code: "NOT_FOUND" });
}

export const startNowpaymentsPeer = (options: PeerOptions = {}) =>
  new NowpaymentsPeer(options).start();
