/** Test helpers that read and change the stock of static and short exits. */
import { sql } from "kysely";
import type { Services } from "../../platform/services.ts";
import type { ImportedExit } from "./read-csv.ts";

/** Leaves `free` exits of a product in a place available; the others rest for a century. */
export async function leaveFree(
  { db }: Services,
  { term, country, city, free }: { term: string; country: string; city: string; free: number },
): Promise<void> {
  await sql`
    update exit set taken_by = null, rests_until = case when n > ${free} then now() + interval '100 years' end
    from (select id as numbered, row_number() over (order by id) as n from exit
      where product = ${term} and country = ${country} and city = ${city}) as places
    where id = numbered`.execute(db);
}

/** The stored state of an exit. */
export async function exitAt({ db }: Services, ip: string) {
  const { rows } = await sql<{ id: string; taken_by: string | null; rests_until: Date | null }>`
    select id, taken_by, rests_until from exit where ip = ${ip}::inet`.execute(db);
  return rows[0];
}

/** A line of an import: by default a local exit of the pool that names no node. */
export const importedExit = (ip: string, more: Partial<ImportedExit> = {}): ImportedExit => ({
  ip,
  how: "local",
  host: ip,
  port: 0,
  user: "",
  password: "",
  dns: "remote",
  country: "FO",
  state: "north",
  stateName: "North",
  city: "harbour",
  cityName: "Harbour",
  postal: "1",
  isp: "isp",
  ispName: "Isp",
  asn: 64_500,
  product: "pool",
  provenance: "test",
  latitude: null,
  longitude: null,
  timezone: "",
  node: "",
  shared: false,
  rotateUrl: "",
  rotateMinSeconds: 0,
  ...more,
});
