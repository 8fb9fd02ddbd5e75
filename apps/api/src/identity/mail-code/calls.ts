/** Mailed codes (spec/sign-in#mailed-codes). */
import { setTimeout as sleep } from "node:timers/promises";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { countTry, type RateLimit } from "../session/rate-limit.ts";
import { recipientOf } from "./recipient.ts";
import { RETRY_AFTER_SECONDS, sendCode } from "./send.ts";

/**
 * Outside the lab 20 an hour per network, whatever the addresses (spec/sign-in#mailed-codes,
 * spec/limits#networks).
 */
const limitOf = (ip: string): RateLimit => ({
  key: `mail code ${networkOf(ip)}`,
  tries: 20,
  windowSeconds: 3600,
});

/**
 * No answer comes earlier: what a mail costs more than none does not show (spec/quality#a5). Many
 * times what the work takes.
 */
const EVEN_MS = 60;

export function mailCodeCalls(services: Services): Pick<Handlers, "mailCode"> {
  return {
    async mailCode(question, asker) {
      const send = async () => {
        const recipient = await recipientOf(services, question, asker);
        if (!services.env.lab) await countTry(services, [limitOf(asker.ip)]);
        await sendCode(services, recipient);
      };
      await Promise.all([send(), sleep(EVEN_MS)]);
      return { retryAfterSeconds: RETRY_AFTER_SECONDS };
    },
  };
}
