/**
 * The pair of name and password of an account's opened IPs, shown and changed
 * (spec/pool#opened-ips).
 */
import type { Answer } from "@turnpike/contract/call.ts";
import type { ipPassInfo } from "@turnpike/contract/pool.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Asker } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { activeIps } from "./active-ips.ts";
import { ensureLogin, type Login, setPassword } from "./store/login.ts";
import { presentIps } from "./present.ts";

/** Makes the pair where there is none; another password counts at all open ports at once. */
export async function passInfo(
  services: Services,
  { accountId, lang }: Asker,
  password: string | undefined,
): Promise<Answer<typeof ipPassInfo>> {
  const of = { accountId, auth: "user", now: services.world.now() } as const;
  const login = await transaction(services.db, async (tx): Promise<Login> => {
    await lockOpenAccount(tx, accountId);
    const known = await ensureLogin(services, tx, accountId, "change");
    if (password === undefined) return known;
    const { username } = known;
    await setPassword(services, tx, { accountId, username, password });
    for await (const rows of activeIps(tx, of)) {
      await recordChanges(
        tx,
        rows.map(({ id }) => ({ kind: "openedIp", id })),
      );
    }
    return { username, password };
  });
  const endpoints: Answer<typeof ipPassInfo>["endpoints"] = [];
  for await (const rows of activeIps(services.db, of)) {
    for (const one of await presentIps(services, services.db, { accountId, lang }, rows)) {
      const { id, host, port, ip, country, expiresAt } = one;
      endpoints.push({ id, host, port, ip, country, expiresAt });
    }
  }
  return { ...login, endpoints };
}
