/** Binds and unbinds the second factor (spec/sign-in#mfa). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { proveCode, useCode } from "../mail-code/prove.ts";
import { queueNotice } from "../account/notice.ts";
import type { Services } from "../../platform/services.ts";
import { endSessions } from "../session/end.ts";
import { recordEvent } from "../session/record-event.ts";
import { offerUndo } from "../undo/offer.ts";
import { openSecret, proveMfa, withTryLimit } from "./prove.ts";
import { newRecoveryCodes, plainCode, recoveryLookups } from "./recovery-codes.ts";
import { bindSecret, deleteMfa, findMfa, insertRecoveryCodes } from "./store.ts";
import { stepOf } from "./totp.ts";

/**
 * Binds the newest secret with its first code; `proof` is the caller's proof of identity. Returns
 * the recovery codes and how many other sessions were ended.
 * @throws Refusal mfaNotStarted, mfaIssues (bound already), mfaWrong, tooManyTries
 */
export async function bindMfa(
  services: Services,
  caller: Caller,
  { code, proof }: { code: string; proof: { proved: boolean; use: (tx: Tx) => Promise<void> } },
): Promise<{ recoveryCodes: string[]; ended: number }> {
  const { db, seal, world } = services;
  const { accountId } = caller;
  const mfa = await findMfa(db, accountId);
  if (mfa?.bound) throw new Refusal("mfaIssues");
  const secret = mfa && openSecret(services, mfa);
  if (!mfa || secret === null) throw new Refusal("mfaNotStarted");
  const step = await withTryLimit(services, { accountId, field: "code" }, async () =>
    stepOf(secret, plainCode(code), world.now()),
  );
  return transaction(db, async (tx) => {
    const ended = await endSessions(tx, { accountId, except: caller.sessionId });
    await proof.use(tx);
    const { secretSealed } = mfa;
    const now = new Date(world.now());
    if (!(await bindSecret(tx, { accountId, secretSealed, step, now })))
      throw new Refusal("mfaIssues");
    const recoveryCodes = newRecoveryCodes(world);
    const lookups = recoveryCodes.map((one) => recoveryLookups(seal, accountId, plainCode(one))[0]);
    await insertRecoveryCodes(tx, accountId, lookups);
    await recordEvent(services, tx, caller, { event: "mfaBound" });
    const { proved } = proof;
    const change = { accountId, change: "mfa", details: {}, proved } as const;
    const undoUrl = await offerUndo(services, tx, change);
    await queueNotice(services, tx, accountId, "mfaBound", {}, { undoUrl });
    return { recoveryCodes, ended };
  });
}

/**
 * Unbinds with a code (TOTP or recovery code) or a mailed code; returns how many other sessions
 * were ended.
 * @throws Refusal mfaNotBound, mfaNeeded (without either code), mfaWrong, mfaIssues, tooManyTries,
 *   wrongCode, codeExpired, codeUsedUp
 */
export async function unbindMfa(
  services: Services,
  caller: Caller,
  { code, mailCode }: { code?: string | undefined; mailCode?: string | undefined },
): Promise<number> {
  const { db } = services;
  const { accountId } = caller;
  const mfa = await findMfa(db, accountId);
  if (!mfa?.bound) throw new Refusal("mfaNotBound");
  if (code === undefined && mailCode === undefined)
    throw new Refusal("mfaNeeded", { field: "code" });
  const scene = "unbindMfa";
  const proved =
    mailCode === undefined
      ? null
      : await proveCode(services, { scene, accountId, code: mailCode, field: "mailCode" });
  if (!proved && code !== undefined)
    await proveMfa(services, mfa, { accountId, typed: code, field: "code" });
  return transaction(db, async (tx) => {
    const ended = await endSessions(tx, { accountId, except: caller.sessionId });
    if (proved) await useCode(services, tx, proved);
    await removeMfa(services, tx, caller);
    return ended;
  });
}

/**
 * Deletes the second factor; records that in the login log and notifies by mail.
 * @throws Refusal mfaNotBound
 */
export async function removeMfa(services: Services, tx: Tx, caller: Caller): Promise<void> {
  if (!(await deleteMfa(tx, caller.accountId))) throw new Refusal("mfaNotBound");
  await recordEvent(services, tx, caller, { event: "mfaUnbound" });
  await queueNotice(services, tx, caller.accountId, "mfaUnbound", {});
}
