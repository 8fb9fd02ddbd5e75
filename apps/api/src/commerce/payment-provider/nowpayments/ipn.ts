/** `POST /webhooks/nowpayments`: instant payment notifications, signed over their sorted keys. */
import { currency as ownCurrency } from "@turnpike/locales/money.ts";
import { z } from "zod";
import { isUuid } from "../../../platform/db/uuid.ts";
import { isHmac } from "../hmac.ts";
import type { Books, ProviderEvent, ProviderWebhook, Report } from "../provider.ts";
import type { Deposit, NowpaymentsApi } from "./nowpayments-api.ts";

const idField = z.union([z.string(), z.number().transform(String)]);
const named = z.object({ payment_id: idField, parent_payment_id: idField.nullish() });

/**
 * The signature covers no time, so an old delivery stays valid for ever; that is harmless, as it
 * only says which deposit changed: the deposit is fetched.
 */
export function ipnWebhook(api: NowpaymentsApi, secret: string): ProviderWebhook {
  return {
    async event({ headers, body }) {
      const fields = parsed(body);
      if (fields === null) return null;
      const signature = headers["x-nowpayments-sig"];
      const signed = signedForms(fields).some((form) =>
        isHmac("sha512", { body: form, secret, signature }),
      );
      return signed ? (books) => read(api, fields, books) : null;
    },
  };
}

/** Theirs have one. To write half a megabyte of a stranger in both forms took the thread 0.2 s. */
const longestBytes = 8 * 1024;

function parsed(body: Buffer): Record<string, unknown> | null {
  if (body.length > longestBytes) return null;
  try {
    const fields: unknown = JSON.parse(body.toString("utf8"));
    const isObject = typeof fields === "object" && fields !== null && !Array.isArray(fields);
    return isObject ? (fields as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/**
 * Their documentation has had two forms, which differ only where fields have fields: the second has
 * of these what the first level names too, as by a list of names given to `JSON.stringify`. Such a
 * list is looked through for every object, which took minutes for half a megabyte of a stranger.
 */
function signedForms(fields: Record<string, unknown>): string[] {
  try {
    const names = new Set(Object.keys(fields));
    return [JSON.stringify(sorted(fields)), JSON.stringify(sorted(fields, names))];
  } catch {
    // Nested too deeply to be one of theirs.
    return [];
  }
}

const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** With sorted names at every level; of `names` alone, also in lists, if they are given. */
function sorted(value: unknown, names?: ReadonlySet<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return names ? value.map((inner) => sorted(inner, names)) : value;
  const entries = Object.entries(value)
    .filter(([key]) => names?.has(key) ?? true)
    .toSorted(([a], [b]) => byCodeUnits(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner, names)]));
}

async function read(
  api: NowpaymentsApi,
  fields: Record<string, unknown>,
  books: Books,
): Promise<Report> {
  const { payment_id: part, payment_status: status, order_id: order } = fields;
  const details = { status, part, order };
  const ids = named.safeParse(fields).data;
  const deposit = ids ? await api.deposit(ids.payment_id) : null;
  const paymentId = deposit?.order_id;
  if (!ids || !deposit || !paymentId || !isUuid(paymentId)) return { events: [], details };
  const parentId = deposit.parent_payment_id ?? ids.parent_payment_id;
  const parent = parentId ? await api.deposit(parentId) : null;
  const told = { deposit, parent, isRepeated: Boolean(parentId), paymentId };
  return { events: eventsOf(told, books), pageOf: paymentId, details };
}

interface Told {
  deposit: Deposit;
  parent: Deposit | null;
  /** Whether it came to the address of an earlier deposit. */
  isRepeated: boolean;
  paymentId: string;
}

/** What a deposit to an invoice has brought; further deposits are parts of their own. */
function eventsOf({ deposit, parent, isRepeated, paymentId }: Told, books: Books): ProviderEvent[] {
  const { payment_id: part, payment_status: status, price_currency: currency } = deposit;
  const warn = (message: string) => books.warn(message, { paymentId, part, currency });
  if (currency.toLowerCase() !== ownCurrency().toLowerCase()) {
    warn("payment ignored: not in the installation's currency");
    return [];
  }
  // A failed deposit ends nothing while others can be made.
  if (status === "failed" && !isRepeated)
    return [{ id: `${part} failed`, paymentId, update: { what: "failed" } }];
  if (status === "refunded") warn("refunded at NOWPayments: book it with a refund here");
  if (status !== "finished" && status !== "partially_paid") return [];
  const receivedCents = isRepeated ? repeatedCents(deposit, parent) : arrivedCents(deposit);
  if (receivedCents === null)
    warn("a further deposit in another coin, or a day after the first: credit it by hand");
  if (!receivedCents || receivedCents < 0) return [];
  const update = { what: "settled", receivedCents } as const;
  return [{ id: `${part} settled ${receivedCents}`, paymentId, part, update }];
}

/** How long after a deposit its rate counts for further ones. */
const RATE_COUNTS_MS = 86_400_000;

/** In cents, at the rate of the deposit itself. */
function arrivedCents({
  payment_status: status,
  price_amount: price,
  pay_amount: asked,
  actually_paid: paid,
}: Deposit): number {
  const priceCents = Math.round(price * 100);
  const cents = asked && asked > 0 ? centsOf(price, (paid ?? 0) / asked) : 0;
  // `finished` is paid in full, also within the tolerance of their account.
  return status === "finished" ? Math.max(priceCents, cents) : cents;
}

/**
 * A further deposit is worth its coins at the rate of the first, whatever price it repeats. Null if
 * that rate does not apply: addresses stay valid for ever, and whoever waited until a coin has lost
 * most of its value would pay with it at its old rate.
 */
function repeatedCents(deposit: Deposit, parent: Deposit | null): number | null {
  const asked = parent?.pay_amount ?? 0;
  if (!parent || asked <= 0 || parent.pay_currency !== deposit.pay_currency) return null;
  const laterMs = Date.parse(deposit.created_at ?? "") - Date.parse(parent.created_at ?? "");
  // Also if an instant is missing.
  if (!(laterMs <= RATE_COUNTS_MS)) return null;
  return centsOf(parent.price_amount, (deposit.actually_paid ?? 0) / asked);
}

function centsOf(price: number, share: number): number {
  const cents = Math.round(price * 100 * share);
  return Number.isSafeInteger(cents) ? cents : 0;
}
