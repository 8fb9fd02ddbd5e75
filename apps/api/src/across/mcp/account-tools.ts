/** Tools for the account: balances, prices, buying within a limit, usage, refusals. */
import { calls } from "@turnpike/contract/calls.ts";
import { integer, optional, text } from "@turnpike/contract/fields.ts";
import { asLang, type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import { gatewaySentences, isRefusedReason } from "@turnpike/locales/gateway.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import { z } from "zod";
import { CallRefused } from "./ask.ts";
import { sentences, tool } from "./tool.ts";

const balance = tool({
  name: "balance",
  title: "Balance",
  description:
    "Returns what the account has: money in cents, traffic in bytes, IPs to open, credits for static IPs.",
  calls: ["indexInit"],
  request: z.object({}),
  run: async (_question, ask) => {
    const all = await ask("indexInit", {});
    const { walletCents, walletDebtCents, ipBalance, trafficBytes } = all;
    const { staticCredits, shortCredits } = all;
    const gb = Math.floor(trafficBytes / 1e6) / 1e3;
    return {
      said: `${walletCents / 100} in the wallet, ${gb} GB of traffic left.`,
      data: { walletCents, walletDebtCents, trafficBytes, ipBalance, staticCredits, shortCredits },
    };
  },
});

const prices = tool({
  name: "prices",
  title: "Prices",
  description:
    "Lists what can be bought, each with its sku, unit and prices by quantity (unitMicros: millionths of the currency per unit). quote calculates the price of one purchase.",
  calls: ["priceList"],
  request: z.object({}),
  run: async (_question, ask) => {
    const { products } = await ask("priceList", {});
    return { said: `${products.length} products can be bought.`, data: { products } };
  },
});

const { sku, quantity } = calls.quote.request.shape;
const quote = tool({
  name: "quote",
  title: "Quote",
  description: "Calculates what a purchase from the wallet would cost, tax included. Buys nothing.",
  calls: ["quote"],
  request: z.object({ sku, quantity }),
  run: async (request, ask) => {
    const quoted = await ask("quote", { ...request, method: "wallet" });
    return { said: `It would cost ${quoted.totalCents} cents.`, data: quoted };
  },
});

const buy = tool({
  name: "buy",
  title: "Buy",
  description:
    "Buys a product from the wallet, if it costs at most maxCents with tax; else nothing is bought and the price is returned. Choose a new requestId for each purchase and repeat it if you are not sure that a purchase was done: the same requestId never buys twice.",
  calls: ["placeOrder"],
  request: z.object({
    sku,
    quantity,
    maxCents: integer(0, 1_000_000_000, "badAmount", "missingField").describe(
      "The most that the person allowed you to spend on it, in cents.",
    ),
    requestId: z
      .string("missingField")
      .regex(/^[\x21-\x7e]{8,64}$/, "badRequestId")
      .describe("A name for this purchase, 8 to 64 characters without spaces."),
  }),
  changes: true,
  repeatable: true,
  run: async ({ maxCents, ...request }, ask) => {
    const { order } = await ask("placeOrder", {
      ...request,
      method: "wallet",
      maxTotalCents: maxCents,
    });
    return { said: `Bought for ${order.amountCents} cents.`, data: { order } };
  },
});

const { from, to, by, account, country, domain, top } = calls.usage.request.shape;
const usage = tool({
  name: "usage",
  title: "Usage",
  description:
    "Returns the traffic and the requests of a span (30 days by default) by day or month, split by sub-account, country, domain, product or outcome if you ask for it.",
  calls: ["usage"],
  request: z.object({
    from,
    to,
    grain: z.enum(["day", "month"], "badField").default("day"),
    by,
    account,
    country,
    domain,
    top,
  }),
  run: async (request, ask) => {
    const { totals, previous, series, top: keys, ...span } = await ask("usage", request);
    const { bytes, requests, failed } = totals;
    return {
      said: `${bytes} bytes in ${requests} requests; ${failed} failed.`,
      data: { ...span, totals, previous, series, top: keys },
    };
  },
});

const MOST_FAILURES = 20;
const isReason = (name: string): name is RefusalReason => Object.hasOwn(refusals, name);

/** What a reason means, at the gateway and in the API; null if it is unknown. */
function meaningOf(reason: string) {
  if (isRefusedReason(reason)) return { reason, ...gatewaySentences(asLang("en"), reason) };
  if (!isReason(reason)) return null;
  return { reason, code: refusals[reason], text: refusalSentence("en", reason), fix: "" };
}

const explainRefusal = tool({
  name: "explain_refusal",
  title: "Explain a refusal",
  description:
    "Explains why something was refused and what to do: by the reason's name (in Proxy-Status or data.reason), by the X-Request-Id of a request of the last 24 hours, or without either the newest failures of the account.",
  calls: ["requestLog"],
  request: z.object({
    reason: optional(text(60)).describe("The reason's name, such as targetNotAllowed."),
    requestId: optional(text(60)).describe("The X-Request-Id of the gateway's answer."),
  }),
  run: async ({ reason, requestId }, ask) => {
    const known = reason === undefined ? null : meaningOf(reason);
    if (known) return { said: sentences(known.text, known.fix), data: known };
    if (reason !== undefined && requestId === undefined)
      return { said: "No reason has this name. The page `errors` lists them.", data: {} };
    const which = requestId === undefined ? { outcome: "errors" as const } : { search: requestId };
    const { items } = await ask("requestLog", { ...which, limit: MOST_FAILURES });
    return {
      said:
        items.length === 0
          ? "Nothing of the last 24 hours fits; entries appear a few seconds after the request."
          : `${items.length} entries; text and fix of each say what to do.`,
      data: { items },
    };
  },
});

/** What to do about a refused call, where it is not obvious. */
const cures: Partial<Record<string, string>> = {
  keyScope: "This key may not do that; a person can create one with the scope in data.scope.",
  keyLimit: "The key has reached its monthly limit.",
  insufficientBalance: "A person has to top up the wallet.",
  priceAboveLimit: "Ask the person whether the price in data.totalCents is all right.",
  consentNeeded: "A person has to agree to the provider's terms in the dashboard first.",
};

/** A refused call as an agent reads it. */
export function refusalAnswer({ envelope }: CallRefused): string {
  const { code, msg, data } = envelope;
  const cure = cures[String(data.reason)] ?? "";
  return `${sentences(msg, cure)}\n${JSON.stringify({ code, data })}`;
}

export const accountTools = [balance, prices, quote, buy, usage, explainRefusal];
