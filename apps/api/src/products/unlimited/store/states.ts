/** Rows of unlimited ports as gateways found them. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** What a gateway found of a port at a number. */
export interface Found {
  id: string;
  port: number;
  open: boolean;
  /** The kernel's code of the trouble; empty where there is none. */
  code: string;
  /** Why it is not open; empty where it is. */
  trouble: string;
}

/**
 * Locks those of the named ports that stand and have the number that was told of, in the order of
 * ids; answers what was found of them, and whether they were open at this number before.
 */
export async function lockFound(
  tx: Tx,
  found: Found[],
): Promise<(Found & { everOpen: boolean })[]> {
  const { rows } = await sql<Found & { everOpen: boolean }>`
    select o.id, o.port, given.open, given.code, given.trouble, o.opened_at is not null as "everOpen"
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as given (id uuid, port int, open boolean, code text, trouble text)
    join unlimited_port o on o.id = given.id and o.port = given.port
    where o.released_at is null
    order by o.id for no key update of o`.execute(tx);
  return rows;
}

/** Writes what was found of ports that the transaction has locked, where it differs. */
export async function setFound(
  tx: Tx,
  { gateway, found, now }: { gateway: string; found: Found[]; now: Date },
): Promise<void> {
  await sql`
    update unlimited_port o set gateway = ${gateway}, open = given.open, trouble = given.trouble,
      trouble_code = given.code, opened_at = case when given.open then coalesce(o.opened_at, ${now}) else o.opened_at end
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as given (id uuid, open boolean, code text, trouble text)
    where o.id = given.id
      and (o.gateway, o.open, o.trouble, o.trouble_code)
        is distinct from (${gateway}, given.open, given.trouble, given.code)`.execute(tx);
}

/** A port with a number that nobody could open; a number that it was told of with it. */
export type Useless = Pick<Found, "id" | "port" | "trouble">;

/** What is the matter with the number, and not with the worker that tried it. */
const ofTheNumber = ["EADDRINUSE", "EACCES"];

/** Whether another number would do: who has a port that was open once may be using it. */
export const isUseless = ({ open, everOpen, code }: Found & { everOpen: boolean }) =>
  !open && !everOpen && ofTheNumber.includes(code);

/** Locks ports that have such a number, in the order of ids. */
export async function lockUseless(tx: Tx, limit: number): Promise<Useless[]> {
  const { rows } = await sql<Useless>`
    select id, port, trouble from unlimited_port
    where released_at is null and opened_at is null and trouble_code <> ''
      and trouble_code = any(${ofTheNumber}::text[])
    order by id limit ${limit} for no key update`.execute(tx);
  return rows;
}

/** Numbers that could not be opened; nobody gets them until an instant. */
export async function spoilNumbers(
  tx: Tx,
  found: Pick<Found, "port" | "trouble">[],
  until: Date,
): Promise<void> {
  const given = [...new Map(found.map((one) => [one.port, one])).values()];
  await sql`
    insert into unlimited_bad_port (port, until, detail)
    select port, ${until}, trouble
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (port int, trouble text)
    order by port
    on conflict (port) do update set until = excluded.until, detail = excluded.detail`.execute(tx);
}

/** Gives ports that the transaction has locked other numbers; nobody has opened those yet. */
export async function setNumbers(tx: Tx, given: { id: string; port: number }[]): Promise<void> {
  if (given.length === 0) return;
  await sql`
    update unlimited_port o set port = given.port, gateway = null, open = false, trouble = '',
      trouble_code = ''
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, port int)
    where o.id = given.id`.execute(tx);
}

/** How many numbers are not given at an instant since they could not be opened. */
export async function countBad(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unlimited_bad_port where until > ${now}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Forgets which numbers could not be opened, once they may be given again. */
export async function forgetBadPorts(db: Db, now: Date): Promise<void> {
  await sql`delete from unlimited_bad_port where until <= ${now}`.execute(db);
}
