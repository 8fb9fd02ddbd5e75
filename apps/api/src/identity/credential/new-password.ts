/** A new password: by the old one, or by a mailed code (spec/sign-in#recovery). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isCommonPassword } from "@turnpike/rules/common-password.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { addressesOf } from "../account/addresses.ts";
import { setPasswordHash } from "../account/settings.ts";
import { credentialsByAddress } from "../account/register.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import { proveCode, useCode } from "../mail-code/prove.ts";
import { mfaBound, requireMfa } from "../mfa/require.ts";
import { queueNotice } from "../account/notice.ts";
import type { Services } from "../../platform/services.ts";
import { endSessions } from "../session/end.ts";
import { recordEvent } from "../session/record-event.ts";
import { inPasswordSlot } from "./password-slots.ts";
import { hashPassword } from "./passwords.ts";
import { proveOwner } from "./prove-password.ts";

/**
 * Changes the password of who is signed in; answers how many other sessions ended.
 * @throws Refusal commonPassword, wrongPassword (also where it was just changed elsewhere),
 * tooManyTries, mfaNeeded, mfaWrong, sessionInvalid
 */
export async function changePassword(
  services: Services,
  asker: Asker,
  given: { oldPassword: string; newPassword: string; mfaCode?: string | undefined },
): Promise<number> {
  const { accountId, ip } = asker;
  const { email } = await addressesOf(services.db, accountId);
  refuseCommon(given.newPassword, "newPassword", email);
  const field = "oldPassword";
  const old = await proveOwner(services, { accountId, password: given.oldPassword, ip, field });
  await requireMfa(services, { accountId, mfaCode: given.mfaCode });
  const passwordHash = await inPasswordSlot(networkOf(ip), () => hashPassword(given.newPassword));
  return transaction(services.db, async (tx) => {
    const ended = await endSessions(tx, { accountId, except: asker.sessionId });
    const provedHash = old.passwordHash;
    if (!(await setPasswordHash(tx, { accountId, passwordHash, provedHash })))
      throw new Refusal("wrongPassword", { field });
    await recordEvent(services, tx, asker, { event: "passwordChanged" });
    await queueNotice(services, tx, accountId, "passwordChanged", {});
    return ended;
  });
}

/** Whoever reads the mail may use the code, signed in or not. */
const forgot = { scene: "forgot", accountId: "" } as const;

/**
 * Sets the password of the account that an address leads to, by the code that was mailed there;
 * every session of the account ends. Until the code is right nothing depends on whether there is
 * such an account.
 * @throws Refusal commonPassword, wrongCode, codeExpired, codeUsedUp, mfaNeeded, mfaWrong,
 * accountDisabled
 */
export async function recoverPassword(
  services: Services,
  asker: Asker,
  given: { email: string; code: string; password: string; mfaCode?: string | undefined },
): Promise<void> {
  const { email, code, password, mfaCode } = given;
  refuseCommon(password, "password", email);
  const proved = await proveCode(services, {
    ...forgot,
    address: email,
    code,
    ip: asker.ip,
  });
  const known = await credentialsByAddress(services.db, email);
  // Nobody reads a code that was mailed to an address without an account.
  if (!known) throw new Refusal("wrongCode", { field: "code" });
  const { accountId } = known;
  const guarded = await mfaBound(services.db, accountId);
  await requireMfa(services, { accountId, mfaCode });
  if (known.disabled) throw new Refusal("accountDisabled");
  const passwordHash = await inPasswordSlot(networkOf(asker.ip), () => hashPassword(password));
  await transaction(services.db, async (tx) => {
    await endSessions(tx, { accountId });
    // The address, or the second factor, may have been changed while this waited.
    const still = await credentialsByAddress(tx, email);
    if (still?.accountId !== accountId) throw new Refusal("wrongCode", { field: "code" });
    if (still.disabled) throw new Refusal("accountDisabled");
    if (!guarded && (await mfaBound(tx, accountId)))
      throw new Refusal("mfaNeeded", { field: "mfaCode" });
    await useCode(services, tx, proved);
    await setPasswordHash(tx, { accountId, passwordHash });
    await recordEvent(services, tx, asker, { event: "passwordRecovered", accountId });
    await queueNotice(services, tx, accountId, "passwordChanged", {});
  });
}

function refuseCommon(password: string, field: string, email: string): void {
  if (isCommonPassword(password, email)) throw new Refusal("commonPassword", { field });
}
