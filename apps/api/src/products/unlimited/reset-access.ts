/** Replaces possibly compromised access to plans' ports (spec/sign-in#recovery). */
import type { Tx } from "../../platform/db/database.ts";
import { LETTERS_AND_DIGITS, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { changedCredentials, RANDOM_PASSWORD_LENGTH } from "../static/edit.ts";
import { recordPortChanges } from "./edit.ts";
import { changePorts, lockPorts, setWhitelist } from "./store/edit.ts";
import { lockLiveOf } from "./store/end.ts";

/** Sets random passwords and empty whitelists for all unreleased plans of an account. */
export async function resetPortAccess(
  services: Services,
  tx: Tx,
  accountId: string,
): Promise<void> {
  const plans = await lockLiveOf(tx, [accountId]);
  const ports = await lockPorts(tx, { planIds: plans.map(({ id }) => id) });
  // Ports that wait for a number have no password yet.
  const inUse = ports.filter((port) => port.sealed_password !== "");
  const changed = inUse.map((port) => {
    const password = randomText(services.world, LETTERS_AND_DIGITS, RANDOM_PASSWORD_LENGTH);
    return { ...port, ...changedCredentials(services, [port], { password })[0] };
  });
  await changePorts(tx, changed);
  for (const { id } of plans) await setWhitelist(tx, id, []);
  await recordPortChanges(tx, ports);
}
