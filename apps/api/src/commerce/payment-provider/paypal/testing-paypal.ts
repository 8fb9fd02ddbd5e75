/**
 * A stand-in for PayPal: orders, captures, refunds, disputes and signed deliveries with the fields
 * that its documentation describes, so that no test needs the network.
 */
import { createHmac, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  Peer,
  PeerError,
  peerId,
  type PeerOptions,
  type PeerRequest,
  type PeerResponse,
} from "../testing-peer.ts";
import {
  centsOf,
  type Money,
  type PeerCapture,
  type PeerDispute,
  type PeerEvent,
  type PeerOrder,
  type PeerRefund,
  missing,
  need,
  refuse,
  usd,
} from "./testing-paypal-objects.ts";

const CLIENT = "PEER-CLIENT";
const SECRET = "peer-secret";
const WEBHOOK = "5GP028458E2496506";
const TOKEN = "A21AAPeerToken";

export class PaypalPeer extends Peer {
  readonly orders = new Map<string, PeerOrder>();
  readonly captures = new Map<string, PeerCapture>();
  readonly refunds = new Map<string, PeerRefund>();
  readonly disputes = new Map<string, PeerDispute>();
  /** All events so far, in order. */
  readonly events: PeerEvent[] = [];
  /** The payer's card refuses. */
  declines = false;
  /** What a capture brings, if not what the order asks for. */
  brings: Money | null = null;
  readonly #answered = new Map<string, { body: string; said: PeerResponse }>();

  get env() {
    return {
      PAYPAL_CLIENT_ID: CLIENT,
      PAYPAL_SECRET: SECRET,
      PAYPAL_WEBHOOK_ID: WEBHOOK,
      PAYPAL_API_URL: this.url,
    };
  }

  orderOf(paymentId: string): PeerOrder {
    const own = [...this.orders.values()].filter(
      ({ purchase_units: [unit] }) => unit?.custom_id === paymentId,
    );
    return own.at(-1) ?? missing();
  }

  /** The payer approves the order on PayPal's page. */
  async approve(id: string): Promise<PeerEvent> {
    const order = need(this.orders, id);
    order.status = "APPROVED";
    order.payment_source.paypal.account_id = "QYR5Z8XDVJNXQ";
    return this.#happen("CHECKOUT.ORDER.APPROVED", "checkout-order", order);
  }

  /** Refunds in PayPal's dashboard; without cents all that is left. */
  async refund(captureId: string, cents?: number, type = "REFUNDED"): Promise<PeerRefund> {
    return this.#refund(need(this.captures, captureId), { cents, type });
  }

  async failRefund(id: string): Promise<void> {
    const refund = Object.assign(need(this.refunds, id), { status: "FAILED" });
    await this.#happen("PAYMENT.CAPTURE.REFUNDED", "refund", refund);
  }

  /** The payer opens a dispute. */
  async dispute(captureId: string, cents: number, stage = "CHARGEBACK"): Promise<PeerDispute> {
    const dispute: PeerDispute = {
      dispute_id: peerId("PP-D-"),
      disputed_transactions: [{ seller_transaction_id: captureId }],
      reason: "UNAUTHORISED",
      status: "WAITING_FOR_SELLER_RESPONSE",
      dispute_amount: usd(cents),
      dispute_life_cycle_stage: stage,
    };
    this.disputes.set(dispute.dispute_id, dispute);
    await this.#tellDispute("CREATED", dispute);
    return dispute;
  }

  async escalate(id: string): Promise<void> {
    const dispute = need(this.disputes, id);
    dispute.dispute_life_cycle_stage = "CHARGEBACK";
    await this.#tellDispute("UPDATED", dispute);
  }

  /** Ends a dispute; in the buyer's favour its money is returned as a reversal. */
  async resolve(id: string, outcome: string, { refundFirst = true } = {}): Promise<void> {
    const dispute = need(this.disputes, id);
    const isLost = outcome === "RESOLVED_BUYER_FAVOUR";
    const capture = need(this.captures, dispute.disputed_transactions[0]?.seller_transaction_id);
    const cents = centsOf(dispute.dispute_amount);
    const giveBack = async () => {
      if (isLost) await this.#refund(capture, { cents, type: "REVERSED" });
    };
    if (refundFirst) await giveBack();
    dispute.status = "RESOLVED";
    dispute.dispute_outcome = {
      outcome_code: outcome,
      ...(isLost ? { amount_refunded: usd(cents) } : {}),
    };
    await this.#tellDispute("RESOLVED", dispute);
    if (!refundFirst) await giveBack();
  }

  #tellDispute(what: string, dispute: PeerDispute): Promise<PeerEvent> {
    return this.#happen(`CUSTOMER.DISPUTE.${what}`, "dispute", dispute);
  }

  /** Posts an event, for the first time or again; returns the response's status. */
  deliver(event: PeerEvent, { forge = false } = {}): Promise<number> {
    const body = JSON.stringify(event);
    const [id, time] = [randomUUID(), new Date().toISOString()];
    const signature = forge ? "Zm9yZ2Vk" : this.#sign(id, time, body);
    return this.post(body, {
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": `${this.url}/v1/notifications/certs/CERT-1`,
      "paypal-transmission-id": id,
      "paypal-transmission-sig": signature,
      "paypal-transmission-time": time,
    });
  }

  #sign(id: string, time: string, body: string): string {
    const text = `${id}|${time}|${WEBHOOK}|${crc32(body)}`;
    return createHmac("sha256", this.secret).update(text).digest("base64");
  }

  async #happen(type: string, kind: string, resource: object): Promise<PeerEvent> {
    const event: PeerEvent = {
      id: peerId("WH-"),
      event_type: type,
      resource_type: kind,
      resource: structuredClone(resource) as Record<string, unknown>,
    };
    this.events.push(event);
    if (!this.holdWebhooks && this.webhookUrl) await this.deliver(event);
    return event;
  }

  protected async answer(asked: PeerRequest): Promise<PeerResponse> {
    const { method, path, headers, body } = asked;
    const [, page, action] = /^\/checkoutnow\/([^/]+)(\/do)?$/.exec(path) ?? [];
    if (page !== undefined) return action ? this.#click(page, body) : this.#show(page);
    this.requests.push(`${method} ${path}`);
    if (path === "/v1/oauth2/token") return token(headers.authorization);
    if (headers.authorization !== `Bearer ${TOKEN}`)
      throw new PeerError(401, { name: "AUTHENTICATION_FAILURE" });
    const key = headers["paypal-request-id"];
    const before = typeof key === "string" ? this.#answered.get(key) : undefined;
    if (before && before.body !== body) return refuse("DUPLICATE_REQUEST_ID");
    if (before) return before.said;
    const said = { status: 200, json: structuredClone(await this.#call(asked)) };
    if (typeof key === "string") this.#answered.set(key, { body, said });
    return said;
  }

  async #call({ method, path, body, query }: PeerRequest): Promise<unknown> {
    const [, , , kind = "", id = "", what = ""] = path.split("/");
    if (path === "/v1/notifications/verify-webhook-signature")
      return { verification_status: this.#isGenuine(body) ? "SUCCESS" : "FAILURE" };
    if (kind === "orders" && method === "POST" && !id) return this.#newOrder(JSON.parse(body));
    if (kind === "orders" && what === "capture") return this.#capture(need(this.orders, id));
    if (kind === "orders") return need(this.orders, id);
    if (kind === "captures" && what === "refund") {
      const { amount, custom_id } = JSON.parse(body) as { amount: Money; custom_id: string };
      return this.#refund(need(this.captures, id), { cents: centsOf(amount), custom_id });
    }
    if (kind === "captures") return need(this.captures, id);
    if (kind === "refunds") return need(this.refunds, id);
    if (kind === "disputes" && id) return need(this.disputes, id);
    const of = query.get("disputed_transaction_id");
    const items = [...this.disputes.values()].filter(
      ({ disputed_transactions: [first] }) => first?.seller_transaction_id === of,
    );
    return { items };
  }

  #isGenuine(body: string): boolean {
    const { webhook_event: event, ...fields } = JSON.parse(body) as Record<string, string> & {
      webhook_event: unknown;
    };
    const signed = this.#sign(
      fields["transmission_id"] ?? "",
      fields["transmission_time"] ?? "",
      JSON.stringify(event),
    );
    return fields["webhook_id"] === WEBHOOK && fields["transmission_sig"] === signed;
  }

  #newOrder(wanted: Pick<PeerOrder, "intent" | "purchase_units" | "payment_source">): PeerOrder {
    const [unit] = wanted.purchase_units;
    if (wanted.intent !== "CAPTURE" || !unit || !/^\d+\.\d\d$/.test(unit.amount.value))
      return refuse("INVALID_PARAMETER_SYNTAX");
    const id = peerId("4X");
    const order: PeerOrder = {
      ...wanted,
      id,
      status: "PAYER_ACTION_REQUIRED",
      purchase_units: [{ ...unit, reference_id: "default" }],
      links: [
        { rel: "self", href: `${this.url}/v2/checkout/orders/${id}`, method: "GET" },
        { rel: "payer-action", href: `${this.url}/checkoutnow/${id}`, method: "GET" },
      ],
    };
    this.orders.set(id, order);
    return order;
  }

  async #capture(order: PeerOrder): Promise<PeerOrder> {
    const [unit] = order.purchase_units;
    if (order.status === "COMPLETED") return refuse("ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED" || !unit) return refuse("ORDER_NOT_APPROVED");
    const capture: PeerCapture = {
      id: peerId("2GG"),
      status: this.declines ? "DECLINED" : "COMPLETED",
      amount: this.brings ?? unit.amount,
      custom_id: unit.custom_id,
      final_capture: true,
      supplementary_data: { related_ids: { order_id: order.id } },
    };
    this.captures.set(capture.id, capture);
    unit.payments = { captures: [capture], refunds: [] };
    order.status = "COMPLETED";
    // PayPal tells while the capture is being answered, in its own time.
    const type = `PAYMENT.CAPTURE.${capture.status}`;
    setImmediate(() => void this.#happen(type, "capture", capture).catch(() => undefined));
    return order;
  }

  async #refund(
    capture: PeerCapture,
    {
      cents,
      custom_id,
      type = "REFUNDED",
    }: { cents?: number | undefined; custom_id?: string; type?: string },
  ): Promise<PeerRefund> {
    const order = need(this.orders, capture.supplementary_data.related_ids.order_id);
    const given = order.purchase_units[0]?.payments?.refunds ?? [];
    const left =
      centsOf(capture.amount) - given.reduce((sum, { amount }) => sum + centsOf(amount), 0);
    const sum = cents ?? left;
    if (sum > left) return refuse("REFUND_AMOUNT_EXCEEDED");
    const refund: PeerRefund = {
      id: peerId("1JU"),
      status: "COMPLETED",
      amount: usd(sum),
      ...(custom_id === undefined ? {} : { custom_id }),
      links: [{ rel: "up", href: `${this.url}/v2/payments/captures/${capture.id}`, method: "GET" }],
    };
    this.refunds.set(refund.id, refund);
    given.push(refund);
    capture.status = sum === left ? "REFUNDED" : "PARTIALLY_REFUNDED";
    await this.#happen(`PAYMENT.CAPTURE.${type}`, "refund", refund);
    return refund;
  }

  #show(id: string): PeerResponse {
    const value = need(this.orders, id).purchase_units[0]?.amount.value;
    const buttons = { pay: "Pay", cancel: "Cancel" };
    return this.page(`PayPal: ${value} USD`, `/checkoutnow/${id}/do`, buttons);
  }

  async #click(id: string, body: string): Promise<PeerResponse> {
    const { payment_source: source } = need(this.orders, id);
    const { return_url = "", cancel_url = "" } = source.paypal.experience_context ?? {};
    if (new URLSearchParams(body).get("do") === "cancel") return { to: cancel_url };
    await this.approve(id);
    return { to: return_url };
  }
}

function token(authorization: string | undefined): PeerResponse {
  const basic = Buffer.from(`${CLIENT}:${SECRET}`).toString("base64");
  if (authorization !== `Basic ${basic}`) throw new PeerError(401, { error: "invalid_client" });
  return { json: { access_token: TOKEN, token_type: "Bearer", expires_in: 32_400 } };
}

export const startPaypalPeer = (options: PeerOptions = {}) => new PaypalPeer(options).start();
