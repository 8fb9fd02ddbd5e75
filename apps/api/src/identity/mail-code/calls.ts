/** Mailed codes (spec/sign-in#mailed-codes). */
import { setTimeout as sleep } from "node:timers/promises";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { addressesOf } from "../account/addresses.ts";
import { markEmailVerified } from "../account/verified-email.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { countTry, type RateLimit, refuseWhenReached } from "../session/rate-limit.ts";
import { passCaptcha } from "../captcha/captcha.ts";
import { proveCode, useCode } from "./prove.ts";
import { recipientOf } from "./recipient.ts";
import { RETRY_AFTER_SECONDS, sendCode } from "./send.ts";

/**
 * Outside the lab, 20 an hour per network over all addresses (spec/sign-in#mailed-codes,
 * spec/limits#networks).
 */
const limitOf = (ip: string): RateLimit => ({
  key: `mail code ${networkOf(ip)}`,
  tries: 20,
  windowSeconds: 3600,
});

/**
 * The minimum response time, far above what the work takes, so that the time does not reveal
 * whether a mail was sent (spec/quality#a5).
 */
const MIN_ANSWER_MS = 60;

export function mailCodeCalls(services: Services): Pick<Handlers, "mailCode" | "verifyMail"> {
  return {
    async mailCode(question, caller) {
      const send = async () => {
        const recipient = await recipientOf(services, question, caller);
        const limits = services.env.lab ? [] : [limitOf(caller.ip)];
        await refuseWhenReached(services, limits);
        const { ip } = caller;
        const answer = question.captcha;
        const counted = await passCaptcha(services, { purpose: "mailCode", ip, answer });
        try {
          await countTry(services, limits);
          await sendCode(services, recipient);
          await counted.settle(true);
        } catch (error) {
          await counted.settle(false);
          throw error;
        }
      };
      await Promise.all([send(), sleep(MIN_ANSWER_MS)]);
      return { retryAfterSeconds: RETRY_AFTER_SECONDS };
    },

    async verifyMail({ code }, { accountId }) {
      const { email: address } = await addressesOf(services.db, accountId);
      const proved = await proveCode(services, { scene: "verify", address, code, accountId });
      await transaction(services.db, async (tx) => {
        await useCode(services, tx, proved);
        await markEmailVerified(services, tx, accountId);
      });
      return { emailVerified: true };
    },
  };
}
