/**
 * Proof of work by ALTCHA (spec/sign-in#proof-of-work). Nothing is stored until an answer is used:
 * the keys that sign a challenge belong to one purpose and network, so that it is worth nothing
 * elsewhere.
 */
import { type Challenge, createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Services } from "../../platform/services.ts";
import { isWithin } from "../session/rate-limit.ts";
import type { Asked } from "./asked.ts";

/** How long a challenge can be answered. */
const LIFE_SECONDS = 600;
/** Iterations of one derivation, and how many derivations an answer takes: a second of a phone. */
const COST = 1_000;
const FEWEST = 500;
const MOST = 1_500;

/** The fields of the answer that we read; the challenge's own signature covers the others. */
const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal("PBKDF2/SHA-256"),
      nonce: z.string().max(64),
      salt: z.string().max(64),
      cost: z.literal(COST),
      keyLength: z.literal(32),
      keyPrefix: z.string().max(64),
      keySignature: z.string().max(64),
      expiresAt: z.number(),
    }),
    signature: z.string().max(64),
  }),
  solution: z.object({ counter: z.int().min(0).max(MOST), derivedKey: z.string().max(64) }),
});

function secretsOf({ seal }: Pick<Services, "seal">, { purpose, network }: Asked) {
  return {
    hmacSignatureSecret: seal.lookup("captcha", `challenge ${purpose} ${network}`),
    hmacKeySignatureSecret: seal.lookup("captcha", `key ${purpose} ${network}`),
  };
}

/** Makes a challenge, as ALTCHA's clients take it. */
export function altchaChallenge(services: Services, asked: Asked): Promise<Challenge> {
  return createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: COST,
    counter: randomInt(MOST, FEWEST),
    deriveKey,
    expiresAt: Math.floor(services.world.now() / 1_000) + LIFE_SECONDS,
    ...secretsOf(services, asked),
  });
}

/** Whether an answer solves a challenge that was made for this purpose and network; uses it up. */
export async function isAltchaSolved(
  services: Services,
  asked: Asked,
  answer: string,
): Promise<boolean> {
  const read = readPayload(answer);
  if (read === null) return false;
  const { challenge, solution } = read;
  // By our own clock, which the lab can move.
  if (challenge.parameters.expiresAt <= services.world.now() / 1_000) return false;
  const secrets = secretsOf(services, asked);
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
  if (!verified) return false;
  const key = `captcha ${challenge.signature}`;
  return isWithin(services, { key, tries: 1, windowSeconds: LIFE_SECONDS });
}

/** ALTCHA's payload: JSON, in base64 as its widget sends it, or plain. */
function readPayload(answer: string): z.output<typeof payload> | null {
  const text = answer.startsWith("{") ? answer : Buffer.from(answer, "base64").toString("utf8");
  try {
    return payload.parse(JSON.parse(text));
  } catch {
    // Whatever a stranger may send.
    return null;
  }
}
