/** Replaces possibly compromised passwords of sub-accounts (spec/sign-in#recovery). */
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Tx } from "../../platform/db/database.ts";
import { LETTERS_AND_DIGITS, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { verifierOf } from "./resources.ts";
import { setPasswords } from "./store/passwords.ts";
import { lockAllSubAccounts } from "./store/sub-accounts.ts";

const PASSWORD_LENGTH = 12;

/** Sets random passwords for an account's live sub-accounts; names, traffic and limits stay. */
export async function resetSubAccountPasswords(
  { seal, world }: Services,
  tx: Tx,
  accountId: string,
): Promise<void> {
  const live = (await lockAllSubAccounts(tx, accountId)).filter((row) => row.deleted_at === null);
  const given = live.map(({ id, name }) => {
    const password = randomText(world, LETTERS_AND_DIGITS, PASSWORD_LENGTH);
    return { id, sealed_password: seal.seal(password), verifier: verifierOf(name, password) };
  });
  await setPasswords(tx, given);
  await recordChanges(
    tx,
    live.map(({ id }) => ({ kind: "subAccount", id })),
  );
}
