/** Rows of customers' ports as gateways found them. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { GatePortKind } from "./leased-ports.ts";

/** What a gateway found of a port at a number. */
export interface Found {
  kind: GatePortKind;
  id: string;
  port: number;
  open: boolean;
  /** The kernel's code of the trouble; empty where there is none. */
  code: string;
  /** Why it is not open; empty where it is. */
  trouble: string;
}
/** A port with a number that nobody could open. */
export interface Useless extends Pick<Found, "kind" | "id" | "port" | "trouble"> {
  /** No other number will do. */
  asked: boolean;
}
export interface Known extends Found, Useless {
  everOpen: boolean;
}

/** Those of the named that stand: whether they are open, and whether a gateway could not open them. */
export async function statesOf(
  db: Db,
  ids: string[],
): Promise<{ id: string; open: boolean; troubled: boolean }[]> {
  const { rows } = await sql<{ id: string; open: boolean; troubled: boolean }>`
    select id, open, trouble <> '' as troubled from gate_port
    where id = any(${ids}::uuid[]) and released_at is null`.execute(db);
  return rows;
}

/**
 * Locks those of the named ports that stand and have the kind and number that was told of, in the
 * order of ids; answers what was found of them, and whether they were open at this number before.
 */
export async function lockFound(tx: Tx, found: Found[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select g.kind, g.id, g.port, g.asked, given.open, given.code, given.trouble,
      g.opened_at is not null as "everOpen"
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as given (kind text, id uuid, port int, open boolean, code text, trouble text)
    join gate_port g on g.id = given.id and g.port = given.port and g.kind = given.kind
    where g.released_at is null
    order by g.id for no key update of g`.execute(tx);
  return rows;
}

/** Writes what was found of ports that the transaction has locked, where it differs. */
export async function setFound(
  tx: Tx,
  { gateway, found, now }: { gateway: string; found: Found[]; now: Date },
): Promise<void> {
  await sql`
    update gate_port g set gateway = ${gateway}, open = given.open, trouble = given.trouble,
      trouble_code = given.code,
      opened_at = case when given.open then coalesce(g.opened_at, ${now}) else g.opened_at end
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as given (id uuid, open boolean, code text, trouble text)
    where g.id = given.id
      and (g.gateway, g.open, g.trouble, g.trouble_code)
        is distinct from (${gateway}, given.open, given.trouble, given.code)`.execute(tx);
}

/** What is the matter with the number, and not with the worker that tried it. */
const ofTheNumber = ["EADDRINUSE", "EACCES"];

/** Whether this number will not do: who has a port that was open once may be using it. */
export const isUseless = ({ open, everOpen, code }: Known) =>
  !open && !everOpen && ofTheNumber.includes(code);

/** Locks ports that have such a number, in the order of ids. */
export async function lockUseless(tx: Tx, limit: number): Promise<Useless[]> {
  const { rows } = await sql<Useless>`
    select kind, id, port, asked, trouble from gate_port
    where released_at is null and opened_at is null and trouble_code <> ''
      and trouble_code = any(${ofTheNumber}::text[])
    order by id limit ${limit} for no key update`.execute(tx);
  return rows;
}

/** Numbers that could not be opened; nobody gets them unasked until an instant. */
export async function spoilNumbers(
  tx: Tx,
  found: Pick<Found, "port" | "trouble">[],
  until: Date,
): Promise<void> {
  const given = [...new Map(found.map((one) => [one.port, one])).values()];
  await sql`
    insert into gate_bad_port (port, until, detail)
    select port, ${until}, trouble
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (port int, trouble text)
    order by port
    on conflict (port) do update set until = excluded.until, detail = excluded.detail`.execute(tx);
}

/** Gives ports that the transaction has locked other numbers; nobody has opened those yet. */
export async function setNumbers(tx: Tx, given: { id: string; port: number }[]): Promise<void> {
  if (given.length === 0) return;
  await sql`
    update gate_port g set port = given.port, gateway = null, open = false, trouble = '',
      trouble_code = ''
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, port int)
    where g.id = given.id`.execute(tx);
}

/** How many numbers are not given at an instant since they could not be opened. */
export async function countBad(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from gate_bad_port where until > ${now}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Forgets which numbers could not be opened, once they may be given again. */
export async function forgetBadPorts(db: Db, now: Date): Promise<void> {
  await sql`delete from gate_bad_port where until <= ${now}`.execute(db);
}
