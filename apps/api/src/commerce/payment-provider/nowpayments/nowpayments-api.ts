/** A client for the parts of NOWPayments' API that payments need. */
import { z } from "zod";
import { limitedJson } from "../../../platform/limited-answer.ts";
import type { NowpaymentsSettings } from "./nowpayments.ts";

/** A customer is waiting for the page: retrying is better than a long wait. */
const TIMEOUT_MS = 6_000;

const id = z.union([z.string(), z.number().transform(String)]);
const amount = z.union([z.number(), z.string().transform(Number)]);
const invoice = z.object({ id, invoice_url: z.string() });

/** A deposit. An invoice can have several; those to a known address name their parent. */
const deposit = z.object({
  payment_id: id,
  payment_status: z.string(),
  parent_payment_id: id.nullish(),
  order_id: z.string().nullish(),
  price_amount: amount,
  price_currency: z.string(),
  pay_amount: amount.nullish(),
  actually_paid: amount.nullish(),
  pay_currency: z.string().nullish(),
  created_at: z.string().nullish(),
});
export type Deposit = z.output<typeof deposit>;

/** Every method throws if the service is unreachable, refuses, or sends an unexpected response. */
export function nowpaymentsApi({ url, apiKey }: NowpaymentsSettings) {
  async function send(path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${url}/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      // Redirects are errors, so that the API key is only sent to this server.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.ok) return limitedJson(answer);
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    throw new Error(`NOWPayments answered ${answer.status} to ${path}`);
  }
  return {
    createInvoice: async (fields: Record<string, unknown>) =>
      invoice.parse(await send("/invoice", fields)),

    /** Null if the account has no such deposit. */
    deposit: async (depositId: string) =>
      deposit.nullable().parse(await send(`/payment/${encodeURIComponent(depositId)}`)),
  };
}
export type NowpaymentsApi = ReturnType<typeof nowpaymentsApi>;
