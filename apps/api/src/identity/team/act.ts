/** What people of a team did (spec/accounts#acts). */
import type { Db, Tx } from "../../platform/db/database.ts";
import { type Caller, personOf } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { insertAct } from "./store.ts";

/** Records an act of the caller in an account, the caller's own if none is named. */
export async function recordAct(
  { world }: Services,
  db: Db | Tx,
  caller: Caller,
  {
    call,
    subject,
    accountId = caller.accountId,
  }: { call: string; subject: string; accountId?: string },
): Promise<void> {
  await insertAct(db, {
    id: world.id(),
    accountId,
    personId: personOf(caller),
    at: new Date(world.now()),
    call,
    subject,
    ip: caller.ip,
  });
}
