/** Sends a code, or does all the work of sending one (contract §2; quality A5). */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { transaction, type Tx } from "../db/database.ts";
import { type QueuedMail, queueMail } from "../outside/mail/queue.ts";
import { randomText } from "../random-text.ts";
import type { Services } from "../services.ts";
import { codeLookup } from "./prove.ts";
import { findCode, insertCode, type Sent } from "./store.ts";

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
};

export interface NewCode {
  scene: Scene;
  /** What was asked for, whoever holds it. */
  address: string;
  /** False: the same is done and no mail is sent. */
  known: boolean;
  /** The account that alone may use the code; null: whoever reads the mail. */
  accountId: string | null;
  lang: Lang;
}

/**
 * Keeps a new code in the place of the one before and queues its mail.
 * @throws Refusal tooManyTries (within a minute of the one before)
 */
export function sendCode(services: Services, given: NewCode): Promise<void> {
  const { scene, address, known, accountId, lang } = given;
  const { db, seal, world } = services;
  return transaction(db, async (tx) => {
    const now = world.now();
    const code = randomText(world, DIGITS, CODE_LENGTH);
    const kept = known ? code : randomText(world, DIGITS, NO_CODE_LENGTH);
    const isNew = await insertCode(tx, {
      scene,
      address,
      lookup: codeLookup(seal, given, kept),
      accountId,
      now: new Date(now),
      expiresAt: new Date(now + MINUTES * 60_000),
      before: new Date(now - RETRY_AFTER_SECONDS * 1_000),
    });
    if (!isNew) throw await tooSoon(tx, given, now);
    const values = { code, minutes: MINUTES };
    await queueMail(services, tx, { to: known ? address : null, lang, mail: mails[scene], values });
  });
}

async function tooSoon(tx: Tx, sent: Sent, now: number): Promise<Refusal> {
  const sentAt = (await findCode(tx, sent))?.sent_at.getTime() ?? now;
  const left = Math.ceil((sentAt - now) / 1_000) + RETRY_AFTER_SECONDS;
  const retryAfterSeconds = Math.min(Math.max(left, 1), RETRY_AFTER_SECONDS);
  return new Refusal("tooManyTries", { retryAfterSeconds });
}
