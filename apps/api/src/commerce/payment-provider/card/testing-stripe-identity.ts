/** The Stripe peer with Identity: VerificationSessions as Stripe's API names them. */
import {
  PeerError,
  peerId,
  type PeerOptions,
  type PeerRequest,
  type PeerResponse,
} from "../testing-peer.ts";
import { StripePeer } from "./testing-stripe.ts";
import type { PeerEvent } from "./testing-stripe-objects.ts";

interface PeerCheck {
  id: string;
  object: "identity.verification_session";
  status: "requires_input" | "processing" | "verified" | "canceled";
  type: string;
  client_reference_id: string;
  metadata: Record<string, string>;
  options: object;
  livemode: boolean;
  redaction: { status: string } | null;
  last_error: { code: string; reason: string } | null;
  return_url: string;
  url: string | null;
}

const known = new Set([
  "type",
  "options[document][require_live_capture]",
  "options[document][require_matching_selfie]",
  "client_reference_id",
  "metadata[accountId]",
  "return_url",
]);
const invalid = (message: string, status = 400): never => {
  const code = status === 404 ? "resource_missing" : "parameter_invalid";
  throw new PeerError(status, { error: { type: "invalid_request_error", code, message } });
};

export class StripeIdentityPeer extends StripePeer {
  readonly checks = new Map<string, PeerCheck>();
  readonly #byKey = new Map<string, PeerCheck>();

  /** The newest check of an account. */
  checkOf(accountId: string): PeerCheck {
    const own = [...this.checks.values()].filter((one) => one.metadata["accountId"] === accountId);
    return own.at(-1) ?? invalid("no check", 404);
  }

  /** The person hands in, and the check ends: with success, or with one of Stripe's error codes. */
  async end(id: string, error?: string): Promise<PeerEvent[]> {
    const check = this.checks.get(id) ?? invalid(id, 404);
    const told = [await this.move(id, "processing")];
    check.last_error = error === undefined ? null : { code: error, reason: "as Stripe words it" };
    told.push(await this.move(id, error === undefined ? "verified" : "requires_input"));
    return told;
  }

  /** A check changes, and its event is told. */
  move(id: string, status: PeerCheck["status"]): Promise<PeerEvent> {
    const check = this.checks.get(id) ?? invalid(id, 404);
    check.status = status;
    return this.happen(`identity.verification_session.${status}`, check);
  }

  protected override async answer(asked: PeerRequest): Promise<PeerResponse> {
    const { method, path, headers, body } = asked;
    if (!path.startsWith("/v1/identity/")) return super.answer(asked);
    this.requests.push(`${method} ${path}`);
    if (headers.authorization !== `Bearer ${this.env.STRIPE_SECRET_KEY}`)
      throw new PeerError(401, { error: { type: "invalid_request_error", message: "bad key" } });
    const [, , , , id = "", action] = path.split("/");
    if (method === "POST" && id === "")
      return { json: this.#create(String(headers["idempotency-key"]), new URLSearchParams(body)) };
    const check = this.checks.get(id) ?? invalid(id, 404);
    if (action === "redact")
      Object.assign(check, { redaction: { status: "processing" }, metadata: {}, url: null });
    // An address opens once: each look has a fresh one.
    else if (check.status === "requires_input") check.url = `${this.url}/start/${peerId("test_")}`;
    else check.url = null;
    return { json: check };
  }

  #create(key: string, fields: URLSearchParams): PeerCheck {
    const before = this.#byKey.get(key);
    if (before) return before;
    for (const name of fields.keys()) if (!known.has(name)) invalid(`unknown parameter ${name}`);
    if (fields.get("type") !== "document") invalid("type");
    const check: PeerCheck = {
      id: peerId("vs_"),
      object: "identity.verification_session",
      status: "requires_input",
      type: "document",
      client_reference_id: fields.get("client_reference_id") ?? "",
      metadata: { accountId: fields.get("metadata[accountId]") ?? "" },
      options: {},
      livemode: false,
      redaction: null,
      last_error: null,
      return_url: fields.get("return_url") ?? invalid("return_url"),
      url: `${this.url}/start/${peerId("test_")}`,
    };
    this.checks.set(check.id, check);
    this.#byKey.set(key, check);
    return check;
  }
}

/** A Stripe that checks identities. */
export const startStripeIdentityPeer = (given: PeerOptions = {}): Promise<StripeIdentityPeer> =>
  new StripeIdentityPeer(given).start();
