/** A port of an unlimited plan changes its exit by the link in its token (spec/api#rotate). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { rotateAgainIn, rotateEverySeconds } from "@turnpike/rules/session-rotation.ts";
import { unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import { accountStatusesOf } from "../../identity/account/account-status.ts";
import { isTokenOf, type RotateToken } from "../../platform/rotate-token.ts";
import type { Services } from "../../platform/services.ts";
import { hasEnded, rotatePorts, withLockedPorts } from "./edit.ts";
import { livePorts } from "./store/plans.ts";

/**
 * Switches the token's port to another exit. Null if there is no such port. Its new address is known
 * once a gateway has connected.
 * @throws Refusal linkNotFound, tooSoon
 */
export async function rotatePort(
  services: Services,
  token: RotateToken,
): Promise<{ retryAfter: number; ip: null } | null> {
  const { db, world } = services;
  const [found] = await livePorts(db, [token.id]);
  if (found === undefined) return null;
  const { account_id: accountId } = found;
  const statusOf = await accountStatusesOf(db, [accountId]);
  if (!statusOf(accountId).enabled) return null;
  const of = { ids: [token.id], kinds: unlimitedKinds };
  return withLockedPorts(services, { accountId }, of, async (tx, on) => {
    const [port] = on.ports;
    const now = world.now();
    const isOver = on.plans.some((plan) => hasEnded(plan, now));
    if (port === undefined || isOver || !isTokenOf(services, token, port))
      throw new Refusal("linkNotFound");
    const retryAfter = rotateAgainIn(port.rotation_from.getTime(), now);
    if (retryAfter > 0) throw new Refusal("tooSoon", { retryAfter, ip: null });
    await rotatePorts(services, tx, on);
    return { retryAfter: rotateEverySeconds, ip: null };
  });
}
