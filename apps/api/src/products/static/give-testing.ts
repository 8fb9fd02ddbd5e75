/** Gives static IPs without an order, for tests that read them; they occupy exits of the lab. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { dayMs } from "@turnpike/rules/static-ip.ts";
import { transaction } from "../../platform/db/database.ts";
import { takeExits } from "../../inventory/exit/store/static-stock.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { verifierOf } from "../sub-account/resources.ts";
import { recordEvents } from "./store/events.ts";
import { changeStatics, insertStatics, type StaticChange } from "./store/static-ips.ts";

export interface GiveStaticsOptions {
  num?: number;
  term?: StaticTerm;
  country?: string;
  city?: string;
  days?: number;
  account?: string;
  password?: string;
  whitelist?: string[];
  remark?: string;
  /** From now on; negative if it has already ended. */
  endsInMs?: number;
  /** Column values that differ from a fresh row. */
  changed?: StaticChange;
}

/** Gives an account static IPs and returns their ids. */
export async function giveStatics(
  services: Services,
  accountId: string,
  given: GiveStaticsOptions = {},
): Promise<string[]> {
  const { world, seal } = services;
  const { num = 1, term = "static", days = term === "static" ? 30 : 3, changed = {} } = given;
  const { account = "Given1", password = "secret77", whitelist = [], remark = "" } = given;
  const { country, city, endsInMs = days * dayMs } = given;
  const expires_at = new Date(world.now() + endsInMs);
  const started_at = new Date(Math.min(world.now(), expires_at.getTime() - days * dayMs));
  const verifier = verifierOf(account, password);
  const ids = Array.from({ length: num }, () => world.id());
  await transaction(services.db, async (tx) => {
    const place = { term, country, city, now: new Date(world.now()) };
    const exits = await takeExits(tx, { ...place, takers: ids });
    if (exits === null) throw new Error("there are not enough exits to give");
    const rows = exits.map((exit, at) => ({
      ...exit,
      id: ids[at] ?? "",
      account_id: accountId,
      term,
      days,
      started_at,
      expires_at,
      name: account,
      sealed_password: seal.seal(password),
      verifier,
      whitelist,
      remark,
    }));
    await insertStatics(tx, rows);
    await changeStatics(tx, ids, changed);
    await recordEvents(services, tx, rows, { action: "taken" });
    await recordChanges(
      tx,
      ids.map((id) => ({ kind: "staticIp", id }) as const),
    );
  });
  return ids;
}
