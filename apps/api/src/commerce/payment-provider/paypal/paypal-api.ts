/** A client for the parts of PayPal's REST API that payments need. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { z } from "zod";
import { limitedJson } from "../../../platform/limited-answer.ts";

export const PAYPAL = "paypal";
/** A customer is waiting for the page: retrying is better than a long wait. */
const TIMEOUT_MS = 6_000;
/** A token is renewed this long before it ends. */
const MARGIN_MS = 60_000;

export interface PaypalSettings {
  /** Without a trailing slash. */
  url: string;
  clientId: string;
  secret: string;
  webhookId: string;
}

/** The settings from the environment; null if it is not set up. */
export function paypalSettings(env: Environment): PaypalSettings | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_SECRET: secret, PAYPAL_WEBHOOK_ID: webhookId } = env;
  if (!clientId || !secret || !webhookId) return null;
  return { url: env.PAYPAL_API_URL.replace(/(?<!\/)\/+$/, ""), clientId, secret, webhookId };
}

const money = z.object({ currency_code: z.string(), value: z.string() });
const link = z.object({ rel: z.string(), href: z.string() });
const links = z.array(link).default([]);
const capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  custom_id: z.string().nullish(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().nullish() }).nullish() })
    .nullish(),
});
export type Capture = z.output<typeof capture>;
const refund = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  custom_id: z.string().nullish(),
  links,
});
export type Refund = z.output<typeof refund>;
const order = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().nullish(),
        payments: z
          .object({
            captures: z.array(capture).default([]),
            refunds: z.array(refund).default([]),
          })
          .nullish(),
      }),
    )
    .default([]),
  payment_source: z
    .object({ paypal: z.object({ account_id: z.string().nullish() }).nullish() })
    .nullish(),
  links,
});
export type Order = z.output<typeof order>;
const dispute = z.object({
  dispute_id: z.string(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().nullish() }))
    .default([]),
  reason: z.string().default(""),
  status: z.string(),
  dispute_amount: money,
  dispute_life_cycle_stage: z.string().default(""),
  dispute_outcome: z
    .object({ outcome_code: z.string().nullish(), amount_refunded: money.nullish() })
    .nullish(),
  seller_response_due_date: z.string().nullish(),
});
export type Dispute = z.output<typeof dispute>;
const token = z.object({ access_token: z.string(), expires_in: z.number() });
const fault = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).default([]),
});

/** PayPal refused; `issue` is its code for the reason. */
export class PaypalRefused extends Error {
  readonly issue: string;
  constructor(status: number, path: string, issue: string) {
    super(`PayPal answered ${status} to ${path}: ${issue}`);
    this.issue = issue;
  }
}

interface Token {
  text: string;
  endsAt: number;
}
interface Asked {
  method?: "POST";
  body?: string;
  /** PayPal does the same request once. */
  requestId?: string;
}

/** Asks PayPal for a token. */
async function newToken({ url, clientId, secret }: PaypalSettings): Promise<Token> {
  const basic = Buffer.from(`${clientId}:${secret}`).toString("base64");
  const answer = await fetch(`${url}/v1/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${basic}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`PayPal answered ${answer.status} to a request for a token`);
  const { access_token: text, expires_in: seconds } = token.parse(await limitedJson(answer));
  return { text, endsAt: Date.now() + seconds * 1_000 - MARGIN_MS };
}

/** Sends requests with a token, which is kept until shortly before it ends. */
function sender(settings: PaypalSettings) {
  let current: Promise<Token> | null = null;

  async function tokenText(): Promise<string> {
    const known = await current?.catch(() => null);
    if (known && known.endsAt > Date.now()) return known.text;
    current = newToken(settings);
    return (await current).text;
  }

  const ask = async (path: string, { method, body, requestId }: Asked): Promise<Response> =>
    fetch(settings.url + path, {
      method: method ?? "GET",
      headers: {
        authorization: `Bearer ${await tokenText()}`,
        "content-type": "application/json",
        // The whole order, not only its links.
        prefer: "return=representation",
        ...(requestId === undefined ? {} : { "paypal-request-id": requestId }),
      },
      // Redirects are errors, so that the token is only sent to this server.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body }),
    });

  /** Null if PayPal has no such object. */
  return async (path: string, asked: Asked = {}): Promise<unknown> => {
    let answer = await ask(path, asked);
    if (answer.status === 401) {
      // A token can end early, as when the secret was changed.
      current = null;
      answer = await ask(path, asked);
    }
    if (answer.status === 404) return null;
    if (answer.ok) return limitedJson(answer);
    const { data } = fault.safeParse(await limitedJson(answer).catch(() => null));
    const issue = data?.details[0]?.issue ?? data?.name ?? "";
    throw new PaypalRefused(answer.status, path.split("?")[0] ?? path, issue);
  };
}

/** Every method throws if PayPal is unreachable, refuses, or sends an unexpected response. */
function makeApi(settings: PaypalSettings) {
  const send = sender(settings);
  const post = (path: string, fields: unknown, requestId?: string) =>
    send(path, {
      method: "POST",
      body: JSON.stringify(fields),
      ...(requestId === undefined ? {} : { requestId }),
    });
  const at = (kind: string, id: string) => `${kind}/${encodeURIComponent(id)}`;

  return {
    order: async (id: string) => order.nullable().parse(await send(at("/v2/checkout/orders", id))),

    createOrder: async (fields: unknown, requestId: string) =>
      order.parse(await post("/v2/checkout/orders", fields, requestId)),

    /** An order is captured once, however often it is asked for. */
    captureOrder: async (id: string) =>
      order.nullable().parse(await post(`${at("/v2/checkout/orders", id)}/capture`, {})),

    capture: async (id: string) =>
      capture.nullable().parse(await send(at("/v2/payments/captures", id))),

    refund: async (id: string) =>
      refund.nullable().parse(await send(at("/v2/payments/refunds", id))),

    createRefund: async (captureId: string, fields: unknown, requestId: string) =>
      refund.parse(
        await post(`${at("/v2/payments/captures", captureId)}/refund`, fields, requestId),
      ),

    dispute: async (id: string) =>
      dispute.nullable().parse(await send(at("/v1/customer/disputes", id))),

    /** The ids of the disputes of a capture. */
    async disputesOf(captureId: string): Promise<string[]> {
      const query = new URLSearchParams({ disputed_transaction_id: captureId });
      const listed = await send(`/v1/customer/disputes?${query.toString()}`);
      const items = z
        .object({ items: z.array(z.object({ dispute_id: z.string() })).default([]) })
        .nullable()
        .parse(listed)?.items;
      return (items ?? []).map((one) => one.dispute_id);
    },

    /** Whether PayPal sent a delivery; `body` goes back to it byte for byte. */
    async isGenuine(fields: Record<string, string>, body: string): Promise<boolean> {
      const head = JSON.stringify(fields).slice(0, -1);
      const answer = await send("/v1/notifications/verify-webhook-signature", {
        method: "POST",
        body: `${head},"webhook_event":${body}}`,
      });
      return (
        z.object({ verification_status: z.string() }).safeParse(answer).data
          ?.verification_status === "SUCCESS"
      );
    },
  };
}
export type PaypalApi = ReturnType<typeof makeApi>;

const clients = new WeakMap<Environment, PaypalApi>();

/** The client for the settings of an environment; keeps its token. */
export function paypalApi(env: Environment): PaypalApi {
  const known = clients.get(env);
  if (known) return known;
  const settings = paypalSettings(env);
  if (!settings) throw new Error("PayPal is not set up");
  const api = makeApi(settings);
  clients.set(env, api);
  return api;
}
