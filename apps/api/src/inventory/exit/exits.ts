/** The exits: what gateways go out through. This folder alone names their table. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { type Db, transaction, type Tx } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { labCities } from "./lab-coordinates.ts";
import { labInventory, labProducts } from "./lab-inventory.ts";

type ExitRow = Omit<ExitFact, "kind" | "user" | "password"> & {
  username: string;
  sealed_password: string;
};
const factColumns = sql.raw(
  `id, how, host(ip) as ip, host, port, username, sealed_password, country, state, city, postal,
   isp, asn, lab, product`,
);

function factOf({ seal }: Services, { username, sealed_password, ...row }: ExitRow): ExitFact {
  const password = sealed_password === "" ? "" : seal.open(sealed_password);
  return { kind: "exit", ...row, user: username, password };
}

/** Those of the named that are not retired. */
export async function exitFacts(services: Services, ids: string[]): Promise<ExitFact[]> {
  const { rows } = await sql<ExitRow>`
    select ${factColumns} from exit
    where id = any(${ids}::uuid[]) and retired_at is null`.execute(services.db);
  return rows.map((row) => factOf(services, row));
}

/** A page in the order of ids, after `lastId` (empty for the first). */
export async function exitFactsAfter(services: Services, lastId: string, limit: number) {
  const { rows } = await sql<ExitRow>`
    select ${factColumns} from exit
    where id > ${lastId || nilUuid}::uuid and retired_at is null
    order by id limit ${limit}`.execute(services.db);
  return rows.map((row) => factOf(services, row));
}

/** How many exits of unlimited plans each country has. */
export async function unlimitedByCountry(db: Db): Promise<{ country: string; exits: number }[]> {
  const { rows } = await sql<{ country: string; exits: number }>`
    select country, count(*)::int as exits from exit
    where product = 'unlimited' and retired_at is null
    group by country order by country`.execute(db);
  return rows;
}

/** Country and network of the exit that targets see as `ip`; null for none of ours. */
export async function networkOfExit(
  db: Db,
  ip: string,
): Promise<{ country: string; asn: number } | null> {
  const { rows } = await sql<{ country: string; asn: number }>`
    select country, asn from exit
    where ip = ${ip}::inet and retired_at is null order by product limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Fills what has no exits yet with the lab's inventory. Answers how many exits were made. */
export async function seedLabExits({ db, world }: Pick<Services, "db" | "world">): Promise<number> {
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(7271829)`.execute(tx);
    await placeLabExits(tx);
    const { rows } = await sql<{ product: string; lab: boolean }>`
      select distinct product, lab from exit`.execute(tx);
    // An operator's own exits leave no room for the lab's.
    if (rows.some(({ lab }) => !lab)) return 0;
    const empty = labProducts.filter((product) => !rows.some((row) => row.product === product));
    const exits = empty.flatMap((product) =>
      labInventory(product).map((exit) => ({ ...exit, product, id: world.id() })),
    );
    await sql`
      insert into exit (id, how, ip, host, port, country, state, state_name, city, city_name,
        postal, isp, isp_name, asn, latitude, longitude, timezone, lab, product, provenance,
        created_at)
      select id, 'local', ip, host(ip), 0, country, state, "stateName", city, "cityName",
        postal, isp, "ispName", asn, latitude, longitude, timezone, true, product, 'lab',
        ${new Date(world.now())}
      from jsonb_to_recordset(${JSON.stringify(exits)}::jsonb) as given (id uuid, ip inet,
        country text, state text, "stateName" text, city text, "cityName" text, postal text,
        isp text, "ispName" text, asn bigint, product text, latitude float8, longitude float8,
        timezone text)`.execute(tx);
    await recordChanges(
      tx,
      exits.map(({ id }) => ({ kind: "exit", id })),
    );
    return exits.length;
  });
}

/** Exits that the lab made before it knew where its cities lie. */
async function placeLabExits(tx: Tx): Promise<void> {
  const cities = [...labCities].map(([key, at]) => {
    const [country, city] = key.split(" ");
    return { country, city, ...at };
  });
  await sql`
    update exit e set latitude = given.latitude, longitude = given.longitude,
      timezone = given.timezone
    from jsonb_to_recordset(${JSON.stringify(cities)}::jsonb) as given (country text, city text,
      latitude float8, longitude float8, timezone text)
    where e.lab and e.latitude is null and e.country = given.country
      and e.city = given.city`.execute(tx);
}
