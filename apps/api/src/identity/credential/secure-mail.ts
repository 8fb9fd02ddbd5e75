/** The second address of an account, which codes may go to (spec/sign-in#secure-e-mail). */
import { maskEmail } from "@turnpike/rules/mask-email.ts";
import { addressesOf, takeSecureEmail } from "../account/addresses.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import { requireMfa } from "../mfa/require.ts";
import { queueNotice } from "../account/notice.ts";
import type { Services } from "../../platform/services.ts";
import { lockSession } from "../session/end.ts";
import { recordEvent } from "../session/record-event.ts";
import { proveCode, useCode } from "../mail-code/prove.ts";

/**
 * Sets or replaces the secure e-mail by a code that was sent to it; the addresses so far and the
 * new one are told. Answers it masked.
 * @throws Refusal wrongCode, codeExpired, codeUsedUp, tooManyTries, mfaNeeded, mfaWrong, mfaIssues,
 * emailTaken
 */
export async function changeSecureMail(
  services: Services,
  asker: Asker,
  given: { email: string; code: string; mfaCode?: string | undefined },
): Promise<string> {
  const { accountId } = asker;
  const { email: address, code, mfaCode } = given;
  const proved = await proveCode(services, { scene: "secureMail", address, code, accountId });
  await requireMfa(services, { accountId, mfaCode });
  const masked = maskEmail(address);
  await transaction(services.db, async (tx) => {
    await lockSession(tx, asker);
    const before = await addressesOf(tx, accountId);
    await takeSecureEmail(tx, accountId, address);
    await useCode(services, tx, proved);
    await recordEvent(services, tx, asker, { event: "secureMailChanged" });
    const values = { secureEmail: masked };
    const old = before.secureEmail === null ? [] : [before.secureEmail];
    await queueNotice(services, tx, accountId, "secureMailChanged", values, old);
  });
  return masked;
}
