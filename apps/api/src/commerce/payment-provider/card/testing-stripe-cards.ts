/**
 * The Stripe peer with saved cards: customers, pages that only save a card, and charges without its
 * holder, as Stripe's API names them.
 */
import {
  PeerError,
  peerId,
  type PeerOptions,
  type PeerRequest,
  type PeerResponse,
} from "../testing-peer.ts";
import { StripePeer } from "./testing-stripe.ts";

/** How a card behaves when it is charged without its holder. */
export type CardKind = "pays" | "refuses" | "wantsPerson";

interface PeerSetup {
  id: string;
  object: "checkout.session";
  mode: "setup";
  status: "open" | "complete";
  customer: string;
  setup_intent: string | null;
  metadata: Record<string, string>;
  success_url: string;
  url: string | null;
}
interface PeerCharge {
  id: string;
  object: "payment_intent";
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  payment_method: string;
  metadata: Record<string, string>;
  last_payment_error: { code: string; decline_code?: string } | null;
}

export class StripeCardsPeer extends StripePeer {
  readonly setups = new Map<string, PeerSetup>();
  /** All charges that were asked for, by their idempotency key. */
  readonly charges = new Map<string, PeerCharge>();
  readonly detached: string[] = [];
  /** Charges, and then loses the answer: so many more times. */
  losesAnswers = 0;
  /** How often anything was asked of it. */
  cardQuestions = 0;
  readonly #kinds = new Map<string, CardKind>();
  readonly #customers = new Map<string, string>();

  /** A person enters a card at the page. */
  enter(url: string, kind: CardKind): { back: string; card: string } {
    const setup = [...this.setups.values()].find((one) => one.url === url);
    if (!setup) throw new Error(`there is no page ${url}`);
    const card = peerId("pm_");
    this.#kinds.set(card, kind);
    Object.assign(setup, { status: "complete", url: null, setup_intent: `seti_${card}` });
    return { back: setup.success_url, card };
  }

  /** The bank of the card changes its mind. */
  become(kind: CardKind): void {
    for (const card of this.#kinds.keys()) this.#kinds.set(card, kind);
  }

  /** Reports a charge by webhook. */
  tell(paymentId: string): Promise<number> {
    const charge = [...this.charges.values()].find(
      (one) => one.metadata["paymentId"] === paymentId,
    );
    const created = Math.floor(Date.now() / 1_000);
    const id = peerId("evt_");
    const type = "payment_intent.succeeded";
    return this.deliver({ id, object: "event", type, created, data: { object: charge ?? {} } });
  }

  get paid(): PeerCharge[] {
    return [...this.charges.values()].filter(({ status }) => status === "succeeded");
  }

  protected override async answer(asked: PeerRequest): Promise<PeerResponse> {
    const { method, path, body, query, headers } = asked;
    const fields = new URLSearchParams(body);
    const [, page, action] = /^\/setup\/([^/]+)(\/do)?$/.exec(path) ?? [];
    if (page !== undefined) return action ? this.#click(page, fields) : this.#show(page);
    if (path.startsWith("/v1/")) this.cardQuestions += 1;
    const id = path.split("/")[3] ?? "";
    const key = String(headers["idempotency-key"] ?? "");
    if (path === "/v1/customers" && method === "POST") return { json: this.#customer(key, fields) };
    if (path === "/v1/checkout/sessions" && fields.get("mode") === "setup")
      return { json: this.#setup(fields) };
    const setup = this.setups.get(path.split("/")[4] ?? "");
    if (setup) return { json: setup };
    if (path.startsWith("/v1/setup_intents/")) return { json: methodOf(id) };
    if (path.startsWith("/v1/payment_methods/")) {
      this.detached.push(id);
      return { json: { id, object: "payment_method" } };
    }
    if (path === "/v1/payment_intents" && method === "POST") return this.#charge(key, fields);
    if (path === "/v1/payment_intents") {
      const data = [...this.charges.values()].filter(
        (one) => one.customer === query.get("customer"),
      );
      return { json: { object: "list", data, has_more: false } };
    }
    return super.answer(asked);
  }

  #show(id: string): PeerResponse {
    const buttons: Record<CardKind, string> = {
      pays: "Save a card that pays",
      refuses: "Save one that refuses",
      wantsPerson: "Save one that wants its holder",
    };
    return this.page("Your card", `/setup/${id}/do`, buttons);
  }

  #click(id: string, fields: URLSearchParams): PeerResponse {
    const kind = (fields.get("do") ?? "pays") as CardKind;
    return { to: this.enter(`${this.url}/setup/${id}`, kind).back };
  }

  #customer(key: string, fields: URLSearchParams) {
    const id = this.#customers.get(key) ?? peerId("cus_");
    this.#customers.set(key, id);
    return { id, object: "customer", email: fields.get("email") };
  }

  #setup(fields: URLSearchParams): PeerSetup {
    const id = peerId("cs_setup_");
    const setup: PeerSetup = {
      id,
      object: "checkout.session",
      mode: "setup",
      status: "open",
      customer: fields.get("customer") ?? "",
      setup_intent: null,
      metadata: { cardSetup: fields.get("metadata[cardSetup]") ?? "" },
      success_url: fields.get("success_url") ?? "",
      url: `${this.url}/setup/${id}`,
    };
    this.setups.set(id, setup);
    return setup;
  }

  async #charge(key: string, fields: URLSearchParams): Promise<PeerResponse> {
    const charge = this.charges.get(key) ?? this.#newCharge(fields);
    this.charges.set(key, charge);
    if (this.losesAnswers > 0) {
      this.losesAnswers -= 1;
      throw new PeerError(503, { error: { type: "api_error", message: "lost" } });
    }
    const { last_payment_error: refused } = charge;
    if (!refused) return { json: charge };
    throw new PeerError(402, {
      error: { type: "card_error", message: "refused", ...refused, payment_intent: charge },
    });
  }

  #newCharge(fields: URLSearchParams): PeerCharge {
    const card = fields.get("payment_method") ?? "";
    const amount = Number(fields.get("amount"));
    if (fields.get("off_session") !== "true" || fields.get("confirm") !== "true" || !(amount >= 50))
      throw new PeerError(400, { error: { type: "invalid_request_error", message: "fields" } });
    const kind = this.#kinds.get(card);
    const errors = {
      pays: null,
      refuses: { code: "card_declined", decline_code: "insufficient_funds" },
      wantsPerson: { code: "authentication_required" },
    };
    const error = kind ? errors[kind] : { code: "resource_missing" };
    return {
      id: peerId("pi_"),
      object: "payment_intent",
      status: error ? "requires_payment_method" : "succeeded",
      amount,
      amount_received: error ? 0 : amount,
      currency: fields.get("currency") ?? "",
      customer: fields.get("customer") ?? "",
      payment_method: card,
      metadata: { paymentId: fields.get("metadata[paymentId]") ?? "", topUp: "1" },
      last_payment_error: error,
    };
  }
}

function methodOf(setupIntent: string) {
  const id = setupIntent.replace(/^seti_/, "");
  const card = {
    brand: "visa",
    last4: "4242",
    exp_month: 4,
    exp_year: 2031,
    fingerprint: "Xt5EWLLDS7FJjR1c",
    country: "US",
  };
  return {
    id: setupIntent,
    object: "setup_intent",
    status: "succeeded",
    payment_method: { id, object: "payment_method", type: "card", card },
  };
}

export const startStripeCardsPeer = (given: PeerOptions = {}) => new StripeCardsPeer(given).start();
