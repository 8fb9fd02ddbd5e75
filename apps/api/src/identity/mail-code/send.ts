/**
 * Sends a code, or does the same work without sending one (spec/sign-in#mailed-codes,
 * spec/quality#a5).
 */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { type QueuedMail, queueMail } from "../../platform/mail/queue.ts";
import { randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { callerOf, codeLookups } from "./prove.ts";
import { findCode, saveCode, lockCodes, newestCode } from "./store.ts";

const MINUTES = 10;
/** The minimum time until the next code for the same purpose and address. */
export const RETRY_AFTER_SECONDS = 60;

const DIGITS = "0123456789";
const CODE_LENGTH = 6;
/** Longer than any code, so that it never matches; stored when no mail is sent. */
const NO_CODE_LENGTH = 32;

const mails: Record<Scene, QueuedMail["mail"]> = {
  forgot: "codeForgot",
  secureMail: "codeSecureMail",
  cancel: "codeCancel",
  unbindMfa: "codeUnbindMfa",
  signin: "codeSignin",
  verify: "codeVerify",
  confirm: "codeConfirm",
};

export interface NewCode {
  scene: Scene;
  /** The requested address. */
  address: string;
  /** If false, does the same work without sending a mail. */
  hasRecipient: boolean;
  /** The only account that may use the code; null if anybody who can read the mail may. */
  accountId: string | null;
  /** The IP address of the request. */
  ip: string;
  lang: Lang;
  /** A mail with more content than the code, instead of the scene's own. */
  within?: { mail: QueuedMail["mail"]; values: QueuedMail["values"] };
}

/**
 * Saves a new code, which replaces the caller's earlier one, and queues its mail. Each address gets
 * at most one mail a minute per purpose. A caller who comes within a minute of another caller's mail
 * may use the code of that mail, so that strangers cannot keep the holder from getting a code.
 * @throws Refusal tooManyTries (within a minute of the caller's earlier one)
 */
export function sendCode(services: Services, request: NewCode): Promise<void> {
  return transaction(services.db, (tx) => queueCode(services, tx, request));
}

/** `sendCode` within a transaction. */
export async function queueCode(services: Services, tx: Tx, request: NewCode): Promise<void> {
  const { scene, address, hasRecipient, accountId, lang, within } = request;
  const { seal, world } = services;
  const key = { scene, address, askedBy: callerOf(request) };
  const now = world.now();
  const isRecent = (sentAt: Date) => sentAt.getTime() > now - RETRY_AFTER_SECONDS * 1_000;
  await lockCodes(tx, key);
  const before = await findCode(tx, key);
  if (before && isRecent(before.sent_at)) throw tooSoon(before.sent_at, now);
  const newest = await newestCode(tx, key, new Date(now));
  const recent = newest && isRecent(newest.sent_at) ? newest : null;
  const code = randomText(world, DIGITS, CODE_LENGTH);
  const stored = hasRecipient ? code : randomText(world, DIGITS, NO_CODE_LENGTH);
  await saveCode(tx, {
    ...key,
    accountId,
    lookup: recent?.lookup ?? codeLookups(seal, request, stored)[0],
    sentAt: recent?.sent_at ?? new Date(now),
    expiresAt: recent?.expires_at ?? new Date(now + MINUTES * 60_000),
  });
  const to = hasRecipient && !recent ? address : null;
  const values = { code, minutes: MINUTES, ...within?.values };
  await queueMail(services, tx, { to, lang, mail: within?.mail ?? mails[scene], values });
}

function tooSoon(sentAt: Date, now: number): Refusal {
  const left = Math.ceil((sentAt.getTime() - now) / 1_000) + RETRY_AFTER_SECONDS;
  const retryAfterSeconds = Math.min(Math.max(left, 1), RETRY_AFTER_SECONDS);
  return new Refusal("tooManyTries", { retryAfterSeconds });
}
