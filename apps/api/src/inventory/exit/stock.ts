/**
 * The operator's side of the exits: what comes in, what there is, what goes
 * (spec/operator#exits-import).
 */
import { sql } from "kysely";
import { type Db, transaction, type Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { doorsOf, type GivenExit, told as faultsTold, twoDoors } from "./read-csv.ts";

const AT_ONCE = 1_000;

export interface Imported {
  added: number;
  /** Had been there and said something else. */
  changed: number;
}

/** Takes all of them in, or none; an exit that is there (same address and product) is changed. */
export async function importExits(services: Services, given: GivenExit[]): Promise<Imported> {
  return transaction(services.db, async (tx) => {
    await lockStock(tx, given);
    await mustBeFree(services, tx, given);
    const back = await bringBack(services, tx, given);
    const count: Imported = { added: back.size, changed: 0 };
    for (let from = 0; from < given.length; from += AT_ONCE) {
      const fresh = await unknownOf(services, tx, given.slice(from, from + AT_ONCE));
      const rows = fresh.map((exit) => ({
        ...exit,
        id: services.world.id(),
        sealed: exit.password === "" ? "" : services.seal.seal(exit.password),
        password: "",
      }));
      const done = await sql<{ id: string; added: boolean }>`
        insert into exit as e (id, how, ip, host, port, username, sealed_password, country, state,
          state_name, city, city_name, postal, isp, isp_name, asn, latitude, longitude, timezone,
          lab, product, provenance, created_at)
        select id, how, ip, host, port, "user", sealed, country, state, "stateName", city,
          "cityName", postal, isp, "ispName", asn, latitude, longitude, timezone, false, product,
          provenance, ${new Date(services.world.now())}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, how text,
          ip inet, host text, port int, "user" text, sealed text, country text, state text,
          "stateName" text, city text, "cityName" text, postal text, isp text, "ispName" text,
          asn bigint, latitude float8, longitude float8, timezone text, product text,
          provenance text)
        on conflict (ip, product) where retired_at is null do update set
          how = excluded.how, host = excluded.host, port = excluded.port,
          username = excluded.username, sealed_password = excluded.sealed_password,
          country = excluded.country, state = excluded.state, state_name = excluded.state_name,
          city = excluded.city, city_name = excluded.city_name, postal = excluded.postal,
          isp = excluded.isp, isp_name = excluded.isp_name, asn = excluded.asn,
          latitude = excluded.latitude, longitude = excluded.longitude,
          timezone = excluded.timezone, provenance = excluded.provenance, lab = false,
          latency_ms = null, measured_at = null, failures = 0, offline_since = null
        returning e.id, (e.xmax = 0) as added`.execute(tx);
      const changed = done.rows.map(({ id }) => ({ kind: "exit" as const, id }));
      await recordChanges(tx, changed);
      const there = done.rows.filter((row) => !row.added);
      count.added += done.rows.length - there.length;
      count.changed += there.filter(({ id }) => !back.has(id)).length;
    }
    return count;
  });
}

const soldSingly = sql`product in ('static', 'short')`;
/** Somebody has it, or it rests; retired or not. */
const held = (now: number) => sql`(e.taken_by is not null or e.rests_until > ${new Date(now)})`;
const addressesOf = (given: GivenExit[]) =>
  given.flatMap(({ ip, product }) => (product === "static" || product === "short" ? [ip] : []));

/** Locks what is sold one by one in the order in which it is taken: neither waits for the other. */
async function lockStock(tx: Tx, given: GivenExit[]): Promise<void> {
  await sql`
    select from exit where ip = any(${addressesOf(given)}::inet[]) and ${soldSingly}
    order by coalesce(rests_until, created_at), id for no key update`.execute(tx);
}

/**
 * Brings back retired exits that somebody has still, or that rest: their addresses must not come in
 * as free ones. Answers their ids.
 */
async function bringBack({ world }: Services, tx: Tx, given: GivenExit[]): Promise<Set<string>> {
  const asked = given.map(({ ip, product }) => ({ ip, product }));
  const { rows } = await sql<{ id: string }>`
    update exit set retired_at = null where id in (
      select distinct on (e.ip, e.product) e.id
      from exit e join jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as given (ip inet, product text) on e.ip = given.ip and e.product = given.product
      where e.retired_at is not null and e.${soldSingly}
        and ${held(world.now())}
        and not exists (select from exit other where other.ip = e.ip and other.${soldSingly}
          and other.retired_at is null)
      order by e.ip, e.product, e.retired_at desc)
    returning id`.execute(tx);
  await recordChanges(
    tx,
    rows.map(({ id }) => ({ kind: "exit", id })),
  );
  return new Set(rows.map(({ id }) => id));
}

/** No address may be the door of two exits: of one that is given and another that is there, or held. */
async function mustBeFree({ world }: Services, tx: Tx, given: GivenExit[]): Promise<void> {
  const doors = new Map(given.flatMap((exit) => doorsOf(exit).map((at) => [at, exit] as const)));
  if (doors.size === 0) return;
  const { rows } = await sql<{ ip: string; product: string; door: string }>`
    select host(e.ip) as ip, e.product, host(one.address) as door
    from exit as e cross join lateral (
      select e.ip as address union select e.host::inet where e.how = 'local') as one
    where e.${soldSingly} and (e.retired_at is null or ${held(world.now())})
      and one.address = any(${[...doors.keys()]}::inet[])
    order by one.address`.execute(tx);
  const taken = rows.filter(({ ip, product, door }) => {
    const exit = doors.get(door);
    return exit !== undefined && (exit.ip !== ip || exit.product !== product);
  });
  if (taken.length === 0) return;
  throw new Error(
    faultsTold(
      taken.map(({ ip, product, door }) => `${twoDoors(door)}; there is ${ip} (${product})`),
    ),
  );
}

/** Those that are not there yet, or say something else than what is there. */
async function unknownOf({ seal }: Services, tx: Tx, given: GivenExit[]): Promise<GivenExit[]> {
  const ips = given.map(({ ip }) => ip);
  // In the form of what is given, secrets sealed.
  const { rows } = await sql<Omit<GivenExit, "password"> & { sealed: string; lab: boolean }>`
    select host(ip) as ip, how, host, port, username as "user", sealed_password as sealed, country,
      state, state_name as "stateName", city, city_name as "cityName", postal, isp,
      isp_name as "ispName", asn, product, provenance, latitude, longitude, timezone, lab
    from exit where retired_at is null and ip = any(${ips}::inet[])`.execute(tx);
  const there = new Set<string>();
  for (const { sealed, lab, ...row } of rows) {
    const password = sealed === "" ? "" : seal.open(sealed);
    if (!lab) there.add(told({ ...row, password }));
  }
  return given.filter((exit) => !there.has(told(exit)));
}

/** All that an exit says, in one text. */
const told = (exit: GivenExit) =>
  JSON.stringify(Object.entries(exit).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export interface StockedExit {
  ip: string;
  kind: string;
  host: string;
  port: number;
  country: string;
  city: string;
  isp: string;
  asn: number;
  product: string;
  provenance: string;
  lab: boolean;
  /**
   * Of what is sold one by one: whether somebody has it, or it rests after somebody had it. Of the
   * pool: whether gateways cannot connect through it.
   */
  state: "" | "free" | "taken" | "resting" | "offline";
  restsUntil: string | null;
}

/** What is not retired, of one country or of all, by address; `limit` at most. */
export async function listExits(
  db: Db,
  { country, limit, now }: { country: string | null; limit: number; now: Date },
): Promise<{ exits: StockedExit[]; total: number }> {
  const rows = await sql<StockedExit & { total: number }>`
    select host(ip) as ip, how as kind, host, port, country, city_name as city, isp_name as isp,
      asn, product, provenance, lab,
      case when product = 'pool' and offline_since is not null then 'offline'
        when product not in ('static', 'short') then ''
        when taken_by is not null then 'taken'
        when rests_until > ${now} then 'resting' else 'free' end as state,
      case when rests_until > ${now} then rests_until end as "restsUntil",
      count(*) over ()::int as total
    from exit where retired_at is null and (${country}::text is null or country = ${country})
    order by exit.ip, product limit ${limit}`.execute(db);
  const exits = rows.rows.map(({ total: _total, restsUntil, ...exit }) => ({
    ...exit,
    restsUntil: restsUntil === null ? null : new Date(restsUntil).toISOString(),
  }));
  return { exits, total: rows.rows[0]?.total ?? 0 };
}

/**
 * Takes an address out of every product: it is chosen no longer, and whoever holds it gets another
 * (spec/gateway#sessions: a retired exit counts as dead). Answers how many products it was in, and
 * of how many static IPs it was the address: their customers see them as unreachable and may
 * replace them.
 */
export function retireExit(
  { db, world }: Services,
  ip: string,
): Promise<{ retired: number; taken: number }> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; taken: boolean }>`
      update exit set retired_at = ${new Date(world.now())}
      where ip = ${ip}::inet and retired_at is null
      returning id, taken_by is not null as taken`.execute(tx);
    await recordChanges(
      tx,
      rows.map(({ id }) => ({ kind: "exit", id })),
    );
    return { retired: rows.length, taken: rows.filter(({ taken }) => taken).length };
  });
}
