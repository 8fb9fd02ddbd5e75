/**
 * A fake Stripe for tests and journeys: Checkout, refunds and disputes. It checks keys and fields,
 * keeps idempotency keys, serves a page to click on, and signs its events as Stripe does.
 */
import { Stripe } from "stripe";
import {
  type PeerRequest,
  Peer,
  peerId,
  PeerError,
  type PeerOptions,
  type PeerResponse,
  type Spoil,
} from "../testing-peer.ts";
import { checkRefund, checkSession } from "./testing-stripe-fields.ts";
import type {
  PeerDispute,
  PeerEvent,
  PeerIntent,
  PeerRefund,
  PeerSession,
} from "./testing-stripe-objects.ts";

const KEY = "sk_test_peer";
/** A charge has the number of its intent. */
const chargeOf = (intent: string) => intent.replace("pi_", "ch_");

/** Delivers events at once unless `hold` is true; `events` keeps all of them. */
export function startStripePeer(given: PeerOptions = {}): Promise<StripePeer> {
  return new StripePeer(given).start();
}

export class StripePeer extends Peer {
  readonly sessions = new Map<string, PeerSession>();
  readonly refunds = new Map<string, PeerRefund>();
  /** All events so far, in order. */
  readonly events: PeerEvent[] = [];
  readonly #intents = new Map<string, PeerIntent>();
  readonly #disputes = new Map<string, PeerDispute>();
  readonly #answered = new Map<string, { body: string; said: PeerResponse }>();
  readonly #signer = new Stripe(KEY);

  get env() {
    return {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: this.secret,
      STRIPE_API_URL: this.url,
    };
  }

  /** The newest session of a payment. */
  sessionOf(paymentId: string): PeerSession {
    const own = [...this.sessions.values()].filter(
      (one) => one.metadata["paymentId"] === paymentId,
    );
    return own.at(-1) ?? refuse("resource_missing");
  }

  /** The customer pays; `more` overrides fields of the session in the event. */
  pay(id: string, more: Partial<PeerSession> = {}): Promise<PeerEvent> {
    const { status } = need(this.sessions, id);
    if (status !== "open") throw new Error(`the session is ${status}`);
    return this.#complete(id, { payment_status: "paid", ...more }, "succeeded");
  }

  /** The customer completes the page; the money arrives, or fails to, days later. */
  payLater(id: string): Promise<PeerEvent> {
    return this.#complete(id, { payment_status: "unpaid" }, "processing");
  }

  /** The delayed money arrives, or fails to. */
  settlePayLater(id: string, came = true): Promise<PeerEvent> {
    const session = need(this.sessions, id);
    const intent = need(this.#intents, session.payment_intent ?? "");
    intent.status = came ? "succeeded" : "requires_payment_method";
    if (came) session.payment_status = "paid";
    const ended = came ? "succeeded" : "failed";
    return this.happen(`checkout.session.async_payment_${ended}`, session);
  }

  expire(id: string): Promise<PeerEvent> {
    const over = { status: "expired", url: null } as const;
    return this.happen("checkout.session.expired", Object.assign(need(this.sessions, id), over));
  }

  /** Refunds by hand in Stripe's dashboard; without cents all that is left. */
  refund(id: string, cents?: number): Promise<PeerRefund> {
    const intent = need(this.sessions, id).payment_intent ?? "";
    return this.#createRefund(intent, cents ?? this.#leftOf(intent), {});
  }

  /** The card's bank returned the refund to Stripe. */
  failRefund(id: string): Promise<PeerEvent> {
    const refund = Object.assign(need(this.refunds, id), { status: "failed" as const });
    return this.happen("refund.failed", refund);
  }

  /** A day has passed: Stripe keeps no idempotency key for longer. */
  deleteKeys(): void {
    this.#answered.clear();
  }

  /** The bank disputes a payment; an inquiry (`warning_needs_response`) withdraws nothing. */
  async dispute(id: string, cents?: number, status = "needs_response"): Promise<PeerDispute> {
    const intent = need(this.sessions, id).payment_intent ?? "";
    const dispute: PeerDispute = {
      id: peerId("dp_"),
      object: "dispute",
      amount: cents ?? need(this.#intents, intent).amount,
      currency: "usd",
      status,
      reason: "fraudulent",
      charge: chargeOf(intent),
      payment_intent: intent,
      balance_transactions: [],
    };
    this.#disputes.set(dispute.id, dispute);
    await this.happen("charge.dispute.created", dispute);
    if (!status.startsWith("warning_")) await this.#moveFunds(dispute, -dispute.amount);
    return dispute;
  }

  /** Sets another status; an inquiry that becomes a dispute withdraws its money. */
  async updateDispute(id: string, status: string): Promise<void> {
    const dispute = Object.assign(need(this.#disputes, id), { status });
    await this.happen("charge.dispute.updated", dispute);
    const moved = dispute.balance_transactions.length > 0;
    if (!moved && !status.startsWith("warning_")) await this.#moveFunds(dispute, -dispute.amount);
  }

  /** Closes a dispute as `won`, `lost` or `warning_closed`; if won, its money is returned. */
  async closeDispute(id: string, status: string): Promise<void> {
    const dispute = Object.assign(need(this.#disputes, id), { status });
    await this.happen("charge.dispute.closed", dispute);
    if (status === "won") await this.#moveFunds(dispute, dispute.amount);
  }

  /** Returns a part of the withdrawn money while the dispute is open. */
  reinstate(id: string, cents: number): Promise<PeerEvent> {
    return this.#moveFunds(need(this.#disputes, id), cents);
  }

  #moveFunds(dispute: PeerDispute, amount: number): Promise<PeerEvent> {
    dispute.balance_transactions.push({ amount, currency: "usd" });
    const what = amount < 0 ? "withdrawn" : "reinstated";
    return this.happen(`charge.dispute.funds_${what}`, dispute);
  }

  winDispute(id: string): Promise<void> {
    return this.closeDispute(id, "won");
  }

  /** The card's bank suspects fraud. */
  warn(id: string): Promise<PeerEvent> {
    const intent = need(this.sessions, id).payment_intent ?? "";
    return this.happen("radar.early_fraud_warning.created", {
      id: peerId("issfr_"),
      object: "radar.early_fraud_warning",
      actionable: true,
      charge: chargeOf(intent),
      payment_intent: intent,
      fraud_type: "made_with_stolen_card",
    });
  }

  /** Posts an event, for the first time or again; returns the response's status. */
  async deliver(event: PeerEvent, { forge = false, ageSeconds = 0 }: Spoil = {}): Promise<number> {
    const body = JSON.stringify(event);
    const signature = await this.#signer.webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret: forge ? "whsec_of_somebody_else" : this.secret,
      timestamp: Math.floor(Date.now() / 1_000) - ageSeconds,
    });
    return this.post(body, { "stripe-signature": signature });
  }

  /** An event contains its object as of that moment. */
  protected async happen(type: string, object: object): Promise<PeerEvent> {
    const created = Math.floor(Date.now() / 1_000);
    const data = { object: structuredClone(object) };
    const event: PeerEvent = { id: peerId("evt_"), object: "event", type, created, data };
    this.events.push(event);
    if (!this.holdWebhooks && this.webhookUrl) await this.deliver(event);
    return event;
  }

  #complete(id: string, more: Partial<PeerSession>, status: string): Promise<PeerEvent> {
    const session = need(this.sessions, id);
    const intent = session.payment_intent ?? peerId("pi_");
    const { metadata, amount_total: amount } = session;
    this.#intents.set(intent, { id: intent, object: "payment_intent", status, metadata, amount });
    const done = { status: "complete", url: null, payment_intent: intent } as const;
    return this.happen("checkout.session.completed", Object.assign(session, done, more));
  }

  #leftOf(intent: string): number {
    const given = [...this.refunds.values()].filter((one) => one.payment_intent === intent);
    const back = given.filter((one) => one.status !== "failed");
    return need(this.#intents, intent).amount - back.reduce((sum, one) => sum + one.amount, 0);
  }

  async #createRefund(intent: string, amount: number, metadata: Record<string, string>) {
    if (amount > this.#leftOf(intent)) refuse("charge_already_refunded");
    const refund: PeerRefund = {
      id: peerId("re_"),
      object: "refund",
      amount,
      currency: "usd",
      status: "succeeded",
      charge: chargeOf(intent),
      payment_intent: intent,
      metadata,
    };
    this.refunds.set(refund.id, refund);
    await this.happen("refund.created", refund);
    const charge = { id: chargeOf(intent), object: "charge", payment_intent: intent };
    await this.happen("charge.refunded", charge);
    return refund;
  }

  protected async answer(question: PeerRequest): Promise<PeerResponse> {
    const { method, path, headers, body } = question;
    const [, page, action] = /^\/c\/([^/]+)(\/do)?$/.exec(path) ?? [];
    if (page !== undefined) return action ? this.#click(page, body) : this.#show(page);
    this.requests.push(`${method} ${path}`);
    if (headers.authorization !== `Bearer ${KEY}`)
      throw new PeerError(401, { error: { type: "invalid_request_error", message: "bad key" } });
    const idempotencyKey = String(headers["idempotency-key"] ?? "");
    const before = idempotencyKey ? this.#answered.get(idempotencyKey) : undefined;
    if (before && before.body !== body)
      throw new PeerError(400, { error: { type: "idempotency_error", message: "other fields" } });
    if (before) return before.said;
    const said = { json: structuredClone(await this.#call(question)) };
    if (idempotencyKey) this.#answered.set(idempotencyKey, { body, said });
    return said;
  }

  async #call({ method, path, body, query }: PeerRequest): Promise<unknown> {
    const [, , kind = "", ...rest] = path.split("/");
    const id = rest.at(-1) ?? "";
    if (method === "POST" && path === "/v1/checkout/sessions") return this.#newSession(body);
    if (method === "POST" && kind === "refunds") {
      const { intent, amount, metadata } = checkRefund(new URLSearchParams(body));
      return this.#createRefund(intent, amount ?? this.#leftOf(intent), metadata);
    }
    if (kind === "checkout") return need(this.sessions, id);
    if (kind === "payment_intents") return need(this.#intents, id);
    if (kind === "disputes") return need(this.#disputes, id);
    if (kind === "refunds" && id) return need(this.refunds, id);
    if (kind === "refunds") {
      const [charge, intent] = [query.get("charge"), query.get("payment_intent")];
      const data = [...this.refunds.values()].filter(
        (one) => one.charge === charge || one.payment_intent === intent,
      );
      return { object: "list", data, has_more: false };
    }
    return refuse("resource_missing");
  }

  #newSession(body: string): PeerSession {
    const id = peerId("cs_test_");
    const fields = checkSession(new URLSearchParams(body));
    const session: PeerSession = {
      id,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      url: `${this.url}/c/${id}`,
      ...fields,
    };
    this.sessions.set(id, session);
    return session;
  }

  #show(id: string): PeerResponse {
    const { amount_total: amount } = need(this.sessions, id);
    const title = `Checkout of ${(amount / 100).toFixed(2)} USD`;
    const buttons = { pay: "Pay", later: "Pay by bank", decline: "Decline", cancel: "Cancel" };
    return this.page(title, `/c/${id}/do`, buttons);
  }

  async #click(id: string, body: string): Promise<PeerResponse> {
    const session = need(this.sessions, id);
    const what = new URLSearchParams(body).get("do");
    if (what === "cancel") return { to: session.cancel_url };
    if (what === "decline") return { to: `/c/${id}` };
    await (what === "later" ? this.payLater(id) : this.pay(id));
    return { to: session.success_url };
  }
}

function need<T>(known: Map<string, T>, id: string): T {
  return known.get(id) ?? refuse("resource_missing");
}

function refuse(code: string): never {
  const status = code === "resource_missing" ? 404 : 400;
  throw new PeerError(status, { error: { type: "invalid_request_error", code, message: code } });
}
