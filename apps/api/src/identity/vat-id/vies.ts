/** Asks VIES, the European Commission's service, whether a VAT id exists. */
import type { VatId } from "@turnpike/rules/tax/vat-id.ts";
import { z } from "zod";
import { limitedJson } from "../../platform/limited-answer.ts";

const TIMEOUT_MS = 3_000;
/** Any more is no answer of VIES. */
const MAX_BYTES = 64 * 1024;
const answered = z.object({ valid: z.boolean() });

/**
 * Whether VIES knows the id.
 * @throws Error if there is no answer within 3 s, or none that says so: VIES answers 200 with an
 * error inside while a member state's register is away
 */
export async function askVies(url: string, { prefix, number }: VatId): Promise<boolean> {
  const answer = await fetch(`${url.replace(/(?<!\/)\/+$/, "")}/check-vat-number`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    body: JSON.stringify({ countryCode: prefix, vatNumber: number }),
  });
  if (!answer.ok) throw new Error(`VIES answered ${answer.status}`);
  return answered.parse(await limitedJson(answer, MAX_BYTES)).valid;
}
