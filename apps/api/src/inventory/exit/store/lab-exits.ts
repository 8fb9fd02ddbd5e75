/** Rows of the lab's exits. */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** Until this transaction ends, no other one can seed exits. */
export async function lockSeeding(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7271829)`.execute(tx);
}

/** Returns which products have exits of the lab, and which have exits of the operator. */
export async function productsWithExits(
  tx: Tx,
): Promise<{ product: string; lab: boolean; unplaced: boolean }[]> {
  const { rows } = await sql<{ product: string; lab: boolean; unplaced: boolean }>`
    select product, lab, bool_or(latitude is null) as unplaced from exit
    group by product, lab`.execute(tx);
  return rows;
}

/** Inserts exits; each has the fields of the lab's inventory, a product and an id. */
export async function insertLabExits(tx: Tx, exits: { id: string }[], at: Date): Promise<void> {
  await sql`
    insert into exit (id, how, ip, host, port, country, state, state_name, city, city_name,
      postal, isp, isp_name, asn, latitude, longitude, timezone, lab, product, provenance,
      created_at)
    select id, 'local', ip, host(ip), 0, country, state, "stateName", city, "cityName",
      postal, isp, "ispName", asn, latitude, longitude, timezone, true, product, 'lab', ${at}
    from jsonb_to_recordset(${JSON.stringify(exits)}::jsonb) as given (id uuid, ip inet,
      country text, state text, "stateName" text, city text, "cityName" text, postal text,
      isp text, "ispName" text, asn bigint, product text, latitude float8, longitude float8,
      timezone text)`.execute(tx);
}

export interface LabCity {
  country: string;
  city: string;
  latitude: number;
  longitude: number;
  timezone: string;
}

/** Writes the coordinates of lab exits that were created without them. */
export async function locateLabExits(tx: Tx, cities: LabCity[]): Promise<void> {
  await sql`
    update exit e set latitude = given.latitude, longitude = given.longitude,
      timezone = given.timezone
    from jsonb_to_recordset(${JSON.stringify(cities)}::jsonb) as given (country text, city text,
      latitude float8, longitude float8, timezone text)
    where e.lab and e.latitude is null and e.country = given.country
      and e.city = given.city`.execute(tx);
}
