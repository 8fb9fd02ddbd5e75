/** Shows and changes the name and password of an account's opened IPs (spec/pool#opened-ips). */
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { ipPassInfo } from "@turnpike/contract/pool.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { activeIps } from "./active-ips.ts";
import { ensureLogin, type Login, loginNameOf, newPassword, setPassword } from "./store/login.ts";
import { presentIps } from "./present.ts";

/** Returns the login, creating it if missing. A new password applies to all open ports at once. */
export async function passInfo(
  services: Services,
  { accountId, lang }: Caller,
  password: string | undefined,
): Promise<CallResponse<typeof ipPassInfo>> {
  const of = { accountId, auth: "user", now: services.world.now() } as const;
  const login = await transaction(services.db, async (tx): Promise<Login> => {
    await lockOpenAccount(tx, accountId);
    const known = await ensureLogin(services, tx, accountId, "change");
    if (password === undefined) return known;
    return changePassword(services, tx, { accountId, username: known.username, password });
  });
  const endpoints: CallResponse<typeof ipPassInfo>["endpoints"] = [];
  for await (const rows of activeIps(services.db, of)) {
    for (const one of await presentIps(services, services.db, { accountId, lang }, rows)) {
      const { id, host, port, ip, country, expiresAt } = one;
      endpoints.push({ id, host, port, ip, country, expiresAt });
    }
  }
  return { ...login, endpoints };
}

/** Changes the password of the login; it applies to all open ports at once. */
async function changePassword(
  services: Services,
  tx: Tx,
  { accountId, username, password }: Login & { accountId: string },
): Promise<Login> {
  await setPassword(services, tx, { accountId, username, password });
  const of = { accountId, auth: "user", now: services.world.now() } as const;
  for await (const rows of activeIps(tx, of)) {
    await recordChanges(
      tx,
      rows.map(({ id }) => ({ kind: "openedIp", id })),
    );
  }
  return { username, password };
}

/** Replaces a possibly compromised password by a random one (spec/sign-in#recovery). */
export async function resetLoginPassword(
  services: Services,
  tx: Tx,
  accountId: string,
): Promise<void> {
  const username = await loginNameOf(tx, accountId);
  if (username === null) return;
  // The lock waits for transactions that are opening IPs with the old password.
  await ensureLogin(services, tx, accountId, "change");
  await changePassword(services, tx, { accountId, username, password: newPassword(services) });
}
