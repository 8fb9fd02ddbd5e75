/** Cloudflare's Turnstile, if the operator has chosen it (spec/sign-in#proof-of-work). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { z } from "zod";
import { limitedJson } from "../../platform/limited-answer.ts";
import type { Services } from "../../platform/services.ts";
import type { CaptchaPurpose } from "./asked.ts";

const TIMEOUT_MS = 5_000;
const answered = z.object({ success: z.boolean(), action: z.string().optional() });

/** What the dashboard shows Turnstile's widget with. */
export const turnstileChallenge = ({ env }: Pick<Services, "env">, action: CaptchaPurpose) => ({
  type: "turnstile",
  siteKey: env.TURNSTILE_SITE_KEY,
  action,
  script: new URL("/turnstile/v0/api.js?render=explicit", env.TURNSTILE_URL).href,
});

/**
 * Whether Turnstile accepts a token for this purpose; it accepts each one once.
 * @throws Refusal notReady if Turnstile does not say
 */
export async function isTurnstileSolved(
  { env, log }: Pick<Services, "env" | "log">,
  { purpose, ip, answer }: { purpose: CaptchaPurpose; ip: string; answer: string },
): Promise<boolean> {
  const fields = { secret: env.TURNSTILE_SECRET ?? "", response: answer, remoteip: ip };
  try {
    const said = await fetch(new URL("/turnstile/v0/siteverify", env.TURNSTILE_URL), {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { success, action } = answered.parse(await limitedJson(said));
    return success && (action === undefined || action === purpose);
  } catch (error) {
    log.warn({ err: error }, "turnstile answer not read");
    throw new Refusal("notReady");
  }
}
