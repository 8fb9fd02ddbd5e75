/**
 * Sends a code, or does all the work of sending one (spec/sign-in#mailed-codes, spec/quality#a5).
 */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { transaction } from "../../platform/db/database.ts";
import { type QueuedMail, queueMail } from "../../platform/mail/queue.ts";
import { randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { askerOf, codeLookup } from "./prove.ts";
import { findCode, saveCode, lockCodes, newestCode } from "./store.ts";

const MINUTES = 10;
/** Until the next code for the same purpose and address. */
export const RETRY_AFTER_SECONDS = 60;

const DIGITS = "0123456789";
const CODE_LENGTH = 6;
/** What nobody types: it stands where a code was sent to nobody. */
const NO_CODE_LENGTH = 32;

const mails: Record<Scene, QueuedMail["mail"]> = {
  forgot: "codeForgot",
  secureMail: "codeSecureMail",
  cancel: "codeCancel",
  unbindMfa: "codeUnbindMfa",
  signin: "codeSignin",
};

export interface NewCode {
  scene: Scene;
  /** What was asked for, whoever holds it. */
  address: string;
  /** False: the same is done and no mail is sent. */
  known: boolean;
  /** The account that alone may use the code; null: whoever reads the mail. */
  accountId: string | null;
  /** Where the question came from. */
  ip: string;
  lang: Lang;
}

/**
 * Keeps a new code in the place of the asker's one before and queues its mail. One mail a minute goes
 * to an address for one purpose: who asks within a minute after somebody else may use the code of
 * that mail. So strangers who ask for codes keep nobody from theirs.
 * @throws Refusal tooManyTries (within a minute of the asker's one before)
 */
export function sendCode(services: Services, given: NewCode): Promise<void> {
  const { scene, address, known, accountId, lang } = given;
  const { db, seal, world } = services;
  const asked = { scene, address, askedBy: askerOf(given) };
  return transaction(db, async (tx) => {
    const now = world.now();
    const isRecent = (sentAt: Date) => sentAt.getTime() > now - RETRY_AFTER_SECONDS * 1_000;
    await lockCodes(tx, asked);
    const before = await findCode(tx, asked);
    if (before && isRecent(before.sent_at)) throw tooSoon(before.sent_at, now);
    const newest = await newestCode(tx, asked, new Date(now));
    const recent = newest && isRecent(newest.sent_at) ? newest : null;
    const code = randomText(world, DIGITS, CODE_LENGTH);
    const kept = known ? code : randomText(world, DIGITS, NO_CODE_LENGTH);
    await saveCode(tx, {
      ...asked,
      accountId,
      lookup: recent?.lookup ?? codeLookup(seal, given, kept),
      sentAt: recent?.sent_at ?? new Date(now),
      expiresAt: recent?.expires_at ?? new Date(now + MINUTES * 60_000),
    });
    const to = known && !recent ? address : null;
    const values = { code, minutes: MINUTES };
    await queueMail(services, tx, { to, lang, mail: mails[scene], values });
  });
}

function tooSoon(sentAt: Date, now: number): Refusal {
  const left = Math.ceil((sentAt.getTime() - now) / 1_000) + RETRY_AFTER_SECONDS;
  const retryAfterSeconds = Math.min(Math.max(left, 1), RETRY_AFTER_SECONDS);
  return new Refusal("tooManyTries", { retryAfterSeconds });
}
