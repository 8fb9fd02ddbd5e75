/**
 * Which customers are enterprise customers: those who have paid an enterprise order
 * (spec/money#orders).
 */
import type { Db } from "../../platform/db/database.ts";
import { enterpriseKinds } from "./store.ts";

export async function enterpriseOf(
  db: Db,
  accountId: string,
): Promise<{ ip: boolean; traffic: boolean }> {
  const kinds = await enterpriseKinds(db, accountId);
  return { ip: kinds.includes("ip"), traffic: kinds.includes("traffic") };
}
