/** Replaces the access key for scripts (spec/accounts#access-key). */
import { changeAccessKey } from "../account/access-key.ts";
import { queueNotice } from "../account/notice.ts";
import { requireMfa } from "../mfa/require.ts";
import { lockSession } from "../session/end.ts";
import { recordEvent } from "../session/record-event.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";

/**
 * Replaces the access key; the old one is refused from the commit on.
 * @throws Refusal mfaNeeded, mfaWrong, tooManyTries, mfaIssues, sessionInvalid
 */
export async function renewAccessKey(
  services: Services,
  caller: Caller,
  mfaCode: string | undefined,
): Promise<string> {
  const { accountId } = caller;
  await requireMfa(services, { accountId, mfaCode });
  return transaction(services.db, async (tx) => {
    await lockSession(tx, caller);
    const accessKey = await changeAccessKey(services, tx, accountId);
    await recordEvent(services, tx, caller, { event: "accessKeyChanged" });
    await queueNotice(services, tx, accountId, "accessKeyChanged", {});
    return accessKey;
  });
}
