/** Sets a new password, proved by the old one or a mailed code (spec/sign-in#recovery). */
import { Refusal, type RefusalReason } from "@turnpike/contract/refusals.ts";
import { newPassword } from "@turnpike/contract/session.ts";
import { isCommonPassword } from "@turnpike/rules/common-password.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { changeAccessKey } from "../account/access-key.ts";
import { addressesOf } from "../account/addresses.ts";
import { setPasswordHash } from "../account/settings.ts";
import { emailStatusOf, markEmailVerified } from "../account/verified-email.ts";
import { type Credentials, credentialsByAddress } from "../account/register.ts";
import { type Db, transaction, type Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { proveCode, useCode } from "../mail-code/prove.ts";
import type { PreparePassword } from "../../platform/module.ts";
import { keyNamesSince } from "../api-key/store.ts";
import { mfaBound, requireMfa } from "../mfa/require.ts";
import { queueNotice } from "../account/notice.ts";
import type { Services } from "../../platform/services.ts";
import { endSessions } from "../session/end.ts";
import { recordEvent } from "../session/record-event.ts";
import { offerUndoAgain } from "../undo/offer.ts";
import { isUnprovedSecureEmail } from "../undo/unproved.ts";
import { inPasswordSlot } from "./password-slots.ts";
import { hashPassword } from "./passwords.ts";
import { proveOwner } from "./prove-password.ts";

/**
 * Changes the password of the signed-in account; returns how many other sessions were ended.
 * @throws Refusal commonPassword, wrongPassword (also if it was just changed elsewhere),
 *   tooManyTries, mfaNeeded, mfaWrong, sessionInvalid
 */
export async function changePassword(
  services: Services,
  caller: Caller,
  request: { oldPassword: string; newPassword: string; mfaCode?: string | undefined },
): Promise<number> {
  const { accountId, ip } = caller;
  const { email } = await addressesOf(services.db, accountId);
  refuseCommon(request.newPassword, "newPassword", email);
  const field = "oldPassword";
  const old = await proveOwner(services, { accountId, password: request.oldPassword, ip, field });
  await requireMfa(services, { accountId, mfaCode: request.mfaCode });
  const passwordHash = await inPasswordSlot(networkOf(ip), () => hashPassword(request.newPassword));
  return transaction(services.db, async (tx) => {
    const ended = await endSessions(tx, { accountId, except: caller.sessionId });
    const provedHash = old.passwordHash;
    if (!(await setPasswordHash(tx, { accountId, passwordHash, provedHash })))
      throw new Refusal("wrongPassword", { field });
    await changeAccessKey(services, tx, accountId);
    await recordEvent(services, tx, caller, { event: "passwordChanged" });
    const weekAgo = new Date(services.world.now() - 7 * dayMs);
    const names = await keyNamesSince(tx, accountId, weekAgo);
    const apiKeys = names.length === 0 ? {} : { apiKeys: names.join("\n") };
    const own = await recentChanges(services, tx, accountId);
    await queueNotice(services, tx, accountId, "passwordChanged", apiKeys, { own });
    return ended;
  });
}

/**
 * Values for a notice to the account's e-mail: the changes of the last 7 days that are still in
 * effect, and a link that undoes them.
 */
async function recentChanges(
  services: Services,
  tx: Tx,
  accountId: string,
): Promise<Record<string, string>> {
  const { lang } = await addressesOf(tx, accountId);
  const offered = await offerUndoAgain(services, tx, { accountId, lang });
  return offered ? { changes: offered.lines, changesUrl: offered.url } : {};
}

/** @see PreparePassword */
export const preparePassword: PreparePassword = async (services, request) => {
  const { accountId, ip } = request;
  const parsed = newPassword.safeParse(request.password);
  const [issue] = parsed.error?.issues ?? [];
  if (!parsed.success) throw new Refusal(issue?.message as RefusalReason, { field: "password" });
  const { email } = await addressesOf(services.db, accountId);
  refuseCommon(parsed.data, "password", email);
  const passwordHash = await inPasswordSlot(networkOf(ip), () => hashPassword(parsed.data));
  return async (tx) => {
    await setPasswordHash(tx, { accountId, passwordHash });
  };
};

/** Anybody who can read the mail may use the code, signed in or not. */
const forgot = { scene: "forgot", accountId: "" } as const;

/**
 * Sets the password of the account with this address, proved by a code mailed there, and ends its
 * sessions and keys. A code sent to the account's e-mail also verifies it; if that is the first
 * verification, everything that was set before is removed. Until the code is right, the response
 * does not depend on whether there is such an account.
 * @throws Refusal commonPassword, wrongCode, codeExpired, codeUsedUp, mfaNeeded, mfaWrong,
 *   accountDisabled
 */
export async function recoverPassword(
  services: Services,
  caller: Caller,
  request: { email: string; code: string; password: string; mfaCode?: string | undefined },
): Promise<void> {
  const { email, code, password, mfaCode } = request;
  refuseCommon(password, "password", email);
  const proved = await proveCode(services, { ...forgot, address: email, code, ip: caller.ip });
  const account = await recoverableBy(services, services.db, email);
  // No code is mailed to an address without an account.
  if (!account) throw new Refusal("wrongCode", { field: "code" });
  const { accountId } = account;
  const hasProvedMfa = await mfaBound(services.db, accountId);
  if (!(await isTakenOver(services.db, account, email)))
    await requireMfa(services, { accountId, mfaCode });
  if (account.disabled) throw new Refusal("accountDisabled");
  const passwordHash = await inPasswordSlot(networkOf(caller.ip), () => hashPassword(password));
  await transaction(services.db, async (tx) => {
    await endSessions(tx, { accountId });
    // The address or the second factor may have changed since.
    const current = await recoverableBy(services, tx, email);
    if (current?.accountId !== accountId) throw new Refusal("wrongCode", { field: "code" });
    if (current.disabled) throw new Refusal("accountDisabled");
    const takenOver = await isTakenOver(tx, current, email);
    if (!takenOver && !hasProvedMfa && (await mfaBound(tx, accountId)))
      throw new Refusal("mfaNeeded", { field: "mfaCode" });
    await useCode(services, tx, proved);
    await setPasswordHash(tx, { accountId, passwordHash });
    if (email === current.email) await markEmailVerified(services, tx, accountId);
    await endAccess(services, tx, { accountId, takenOver });
    await recordEvent(services, tx, caller, { event: "passwordRecovered", accountId });
    const mail = takenOver ? "accountRecovered" : "passwordRecovered";
    const own = await recentChanges(services, tx, accountId);
    await queueNotice(services, tx, accountId, mail, {}, { own });
  });
}

/** The account that this address may recover. */
async function recoverableBy(
  services: Services,
  db: Db | Tx,
  address: string,
): Promise<Credentials | null> {
  const account = await credentialsByAddress(db, address);
  const of = { accountId: account?.accountId ?? null, address };
  return (await isUnprovedSecureEmail(services, db, of)) ? null : account;
}

/**
 * Whether this is the first verification of the account's e-mail: its second factor and other
 * settings may then be somebody else's. MFA that was bound before verification existed still counts
 * (docs/gaps/accounts.md). Nobody but the mailbox's reader was ever let into an account without a
 * password, as imports make them.
 */
async function isTakenOver(db: Db | Tx, account: Credentials, address: string): Promise<boolean> {
  if (address !== account.email || account.passwordHash === null) return false;
  const { verified, waived } = await emailStatusOf(db, account.accountId);
  return !verified && !(waived && (await mfaBound(db, account.accountId)));
}

/** Revokes all other ways in, module by module; the order of modules is the lock order. */
async function endAccess(
  services: Services,
  tx: Tx,
  { accountId, takenOver }: { accountId: string; takenOver: boolean },
): Promise<void> {
  for (const { end, removeUnverified } of services.modules.recovery) {
    await end?.(services, tx, accountId);
    if (takenOver) await removeUnverified?.(services, tx, accountId);
  }
}

function refuseCommon(password: string, field: string, email: string): void {
  if (isCommonPassword(password, { email })) throw new Refusal("commonPassword", { field });
}
