/** Where an exit comes from and who has used it (spec/operator#provenance). */
import { traceRetentionMs } from "@turnpike/rules/trace.ts";
import { type ExitOrigin, originsOf } from "../../inventory/exit/store/provenance.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import type { Services } from "../../platform/services.ts";
import { openingsOf } from "../../products/pool/store/holders.ts";
import { staticHoldings } from "../../products/static/store/holders.ts";
import { usersOfExit } from "../request-log/store/connections.ts";
import { type HolderRef, type Holder, namesOfHolders } from "./holders.ts";

const maxHolders = 100;

export interface ExitProvenance {
  ip: string;
  /** Every exit ever imported with this address, newest first. */
  origins: Omit<ExitOrigin, "id">[];
  /** Static IPs and opened IPs that used the exit, newest first; at most 100 of each. */
  holders: (Holder & { from: Date; to: Date | null })[];
  /** Whose traffic it carried within TRACE_DAYS, latest first; at most 100. */
  users: (Holder & { firstAt: Date; lastAt: Date; connections: number; bytes: number })[];
}

/** `ip` must be in canonical form. @throws ActRefused if no exit ever had this address */
export async function exitProvenance(services: Services, ip: string): Promise<ExitProvenance> {
  const { db, env, world } = services;
  const found = await originsOf(db, ip);
  const from = world.now() - traceRetentionMs(env);
  const users = await usersOfExit(db, { exit: ip, from, limit: maxHolders });
  if (found.length === 0 && users.length === 0)
    throw new ActRefused(`no exit with the address ${ip}`, { reason: "exitUnknown" });
  const of = { exitIds: found.map(({ id }) => id), limit: maxHolders };
  const holders = [...(await staticHoldings(db, of)), ...(await openingsOf(db, of))];
  holders.sort((a, b) => b.from.getTime() - a.from.getTime());
  const nameOf = await namesOfHolders(services, [...holders, ...users]);
  const withNames = <Row extends HolderRef>({ accountId, holderId, product, ...row }: Row) => {
    return { ...nameOf({ accountId, holderId, product }), ...row };
  };
  const origins = found.map(({ id: _id, ...origin }) => origin);
  return { ip, origins, holders: holders.map(withNames), users: users.map(withNames) };
}
