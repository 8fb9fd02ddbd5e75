/**
 * Asks a network that behaves oddly to solve something before it may go on
 * (spec/sign-in#proof-of-work). The counts are in the database, so that all processes share them.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Services } from "../../platform/services.ts";
import { countBeyond, isWithin, type RateLimit, uncountTry } from "../session/rate-limit.ts";
import { altchaChallenge, isAltchaSolved } from "./altcha.ts";
import type { Asked, CaptchaPurpose } from "./asked.ts";
import { isTurnstileSolved, turnstileChallenge } from "./turnstile.ts";

/** How many of each a network has within an hour before it is asked. */
const FREE: Record<CaptchaPurpose, number> = { signup: 2, signin: 4, mailCode: 2 };

interface Attempt {
  purpose: CaptchaPurpose;
  ip: string;
  /** The field `captcha`. */
  answer: string | undefined;
}

/** Told once how an attempt ended: whether it counts for the network. */
export interface CountedAttempt {
  settle: (counts: boolean) => Promise<void>;
}

const UNCOUNTED: CountedAttempt = { settle: async () => undefined };

/**
 * Lets an attempt of a network pass. Beyond the free ones, an answer is needed.
 * @throws Refusal captchaNeeded (with a new challenge), notReady
 */
export async function passCaptcha(services: Services, attempt: Attempt): Promise<CountedAttempt> {
  const { CAPTCHA, CAPTCHA_ALWAYS } = services.env;
  if (CAPTCHA === "none") return UNCOUNTED;
  const { purpose, ip } = attempt;
  const asked = { purpose, network: networkOf(ip) };
  const limit: RateLimit = {
    key: `captcha ${purpose} ${asked.network}`,
    tries: FREE[purpose],
    windowSeconds: 3_600,
  };
  if (CAPTCHA_ALWAYS) {
    if (!(await isSolved(services, asked, attempt))) throw await askedFor(services, asked);
    return UNCOUNTED;
  }
  // Counted beforehand, so that concurrent attempts cannot exceed the free ones.
  if (await isWithin(services, limit))
    return { settle: async (counts) => (counts ? undefined : uncountTry(services, limit)) };
  if (!(await isSolved(services, asked, attempt))) throw await askedFor(services, asked);
  return { settle: async (counts) => (counts ? countBeyond(services, limit) : undefined) };
}

async function isSolved(services: Services, asked: Asked, { ip, answer }: Attempt) {
  if (answer === undefined) return false;
  const { purpose } = asked;
  return services.env.CAPTCHA === "turnstile"
    ? isTurnstileSolved(services, { purpose, ip, answer })
    : isAltchaSolved(services, asked, answer);
}

async function askedFor(services: Services, asked: Asked): Promise<Refusal> {
  const challenge =
    services.env.CAPTCHA === "turnstile"
      ? turnstileChallenge(services, asked.purpose)
      : await altchaChallenge(services, asked);
  return new Refusal("captchaNeeded", { field: "captcha", challenge });
}
