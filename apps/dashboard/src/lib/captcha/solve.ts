/**
 * Solves what the API asks of a network that behaves oddly (spec/sign-in#proof-of-work). Loaded when
 * it is first needed.
 */
import type { Challenge, Solution } from "altcha-lib";
import { whileChecking } from "@turnpike/ui/lib/checking.ts";
import { askTurnstile, type TurnstileChallenge } from "./turnstile.ts";

/** `data.challenge` of a 403 `captchaNeeded`. */
export type AnyChallenge = Challenge | TurnstileChallenge;

/** Returns the field `captcha`. @throws Error if it cannot be solved, or `until` is aborted */
export function solve(challenge: AnyChallenge, until: AbortSignal): Promise<string> {
  if ("siteKey" in challenge) return askTurnstile(challenge, until);
  return whileChecking(() => computeAnswer(challenge, until));
}

/** In a worker, so that the page stays usable meanwhile. */
async function computeAnswer(challenge: Challenge, until: AbortSignal): Promise<string> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const end = new AbortController();
  const ends = { signal: AbortSignal.any([until, end.signal]) };
  try {
    const solution = await new Promise<Solution | null>((resolve, reject) => {
      until.throwIfAborted();
      until.addEventListener("abort", () => reject(new Error("left")), { once: true });
      worker.addEventListener("error", ({ message }) => reject(new Error(message)), ends);
      worker.addEventListener(
        "message",
        ({ data }: MessageEvent<{ solution: Solution | null } | { error: string }>) =>
          "error" in data ? reject(new Error(data.error)) : resolve(data.solution),
        ends,
      );
      worker.postMessage(challenge);
    });
    if (solution === null) throw new Error("the challenge was not solved in time");
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    end.abort();
    worker.terminate();
  }
}
