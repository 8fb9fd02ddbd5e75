/** The secure e-mail (spec/sign-in#secure-e-mail). */
import { maskEmail } from "@turnpike/rules/mask-email.ts";
import { addressesOf, takeSecureEmail } from "../account/addresses.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { queueNotice } from "../account/notice.ts";
import type { Services } from "../../platform/services.ts";
import { lockSession } from "../session/end.ts";
import { recordEvent } from "../session/record-event.ts";
import { proveCode, useCode } from "../mail-code/prove.ts";
import { offerUndo } from "../undo/offer.ts";
import { type ProofFields, proveFresh, refuseWithoutProof } from "./fresh-proof.ts";

/**
 * Sets or replaces the secure e-mail, given a code sent to it and a fresh proof, and notifies the
 * previous addresses and the new one. Returns it masked.
 * @throws Refusal wrongCode, codeExpired, codeUsedUp, tooManyTries, those of `proveFresh`,
 *   emailTaken
 */
export async function changeSecureMail(
  services: Services,
  caller: Caller,
  request: { email: string; code: string } & ProofFields,
): Promise<string> {
  const { accountId } = caller;
  const { email: address, code, ...proof } = request;
  await refuseWithoutProof(services, caller, proof);
  const proved = await proveCode(services, { scene: "secureMail", address, code, accountId });
  const fresh = await proveFresh(services, caller, proof);
  const masked = maskEmail(address);
  await transaction(services.db, async (tx) => {
    await lockSession(tx, caller);
    await fresh.use(tx);
    const { secureEmail: was } = await addressesOf(tx, accountId);
    await takeSecureEmail(tx, accountId, address);
    await useCode(services, tx, proved);
    await recordEvent(services, tx, caller, { event: "secureMailChanged" });
    const details = { was, is: address };
    const { proved: isProved } = fresh;
    const change = { accountId, change: "secureMail", details, proved: isProved } as const;
    const undoUrl = await offerUndo(services, tx, change);
    const more = was === null ? [] : [was];
    const values = { secureEmail: masked };
    await queueNotice(services, tx, accountId, "secureMailChanged", values, { more, undoUrl });
  });
  return masked;
}
