/** The fields of a session and a refund in Stripe's API; others are refused, as Stripe does. */
import { PeerError } from "../testing-peer.ts";

const refuse = (param: string, message: string): never => {
  const error = { type: "invalid_request_error", code: "parameter_invalid", param, message };
  throw new PeerError(400, { error });
};
const locales = new Set(["auto", "en", "de", "fr", "ru", "vi", "zh", "zh-TW"]);
const known = [
  /^(mode|client_reference_id|customer_email|locale|expires_at|success_url|cancel_url)$/,
  /^line_items\[0\]\[quantity\]$/,
  /^line_items\[0\]\[price_data\]\[(currency|unit_amount|product_data\]\[name)\]$/,
  /^metadata\[\w+\]$/,
  /^payment_intent_data\[(description|metadata\]\[\w+)\]$/,
];

function metadataOf(fields: URLSearchParams): Record<string, string> {
  const entries = [...fields].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

const whole = (fields: URLSearchParams, name: string): number => {
  const value = fields.get(name) ?? "";
  return /^\d+$/.test(value) ? Number(value) : refuse(name, "not an integer");
};

const address = (fields: URLSearchParams, name: string): string => {
  const value = fields.get(name) ?? "";
  return URL.canParse(value) ? value : refuse(name, "not a URL");
};

/** Checks and reads the fields of a new session. */
export function checkSession(fields: URLSearchParams) {
  for (const name of fields.keys()) {
    if (!known.some((shape) => shape.test(name))) refuse(name, "unknown parameter");
  }
  if (fields.get("mode") !== "payment") refuse("mode", "only payment here");
  const price = "line_items[0][price_data]";
  const amount = whole(fields, `${price}[unit_amount]`) * whole(fields, "line_items[0][quantity]");
  if (amount < 50) refuse("amount", "at least 0.50 USD");
  if (!fields.get(`${price}[product_data][name]`)) refuse("name", "an empty name");
  const locale = fields.get("locale") ?? "auto";
  if (!locales.has(locale)) refuse("locale", "no such locale");
  const expiresAt = whole(fields, "expires_at");
  const aheadSeconds = expiresAt - Date.now() / 1_000;
  if (aheadSeconds < 30 * 60 || aheadSeconds > 24 * 3_600)
    refuse("expires_at", "30 minutes to 24 hours after the session's creation");
  if (fields.get("payment_intent_data[metadata][paymentId]") !== fields.get("metadata[paymentId]"))
    refuse("payment_intent_data", "the tests want our id there too");
  return {
    mode: "payment",
    amount_total: amount,
    currency: fields.get(`${price}[currency]`) ?? "",
    client_reference_id: fields.get("client_reference_id"),
    customer_email: fields.get("customer_email"),
    metadata: metadataOf(fields),
    expires_at: expiresAt,
    success_url: address(fields, "success_url"),
    cancel_url: address(fields, "cancel_url"),
    locale,
  };
}

/** Checks and reads the fields of a refund; without an amount it refunds all that is left. */
export function checkRefund(fields: URLSearchParams) {
  for (const name of fields.keys()) {
    if (!/^(payment_intent|amount|reason|metadata\[\w+\])$/.test(name))
      refuse(name, "unknown parameter");
  }
  const amount = fields.has("amount") ? whole(fields, "amount") : null;
  return { intent: fields.get("payment_intent") ?? "", amount, metadata: metadataOf(fields) };
}
