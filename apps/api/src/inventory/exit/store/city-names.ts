/** Display names of cities, as exits there have them. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** Returns names by `country/city`, also of cities whose exits are all retired. */
export async function cityNames(
  db: Db,
  places: { country: string; city: string }[],
): Promise<Map<string, string>> {
  if (places.length === 0) return new Map();
  const { rows } = await sql<{ place: string; name: string }>`
    select e.country || '/' || e.city as place, min(e.city_name) as name
    from exit e join unnest(${places.map(({ country }) => country)}::text[],
      ${places.map(({ city }) => city)}::text[]) as wanted (country, city)
      on e.country = wanted.country and e.city = wanted.city
    group by 1`.execute(db);
  return new Map(rows.map(({ place, name }) => [place, name]));
}
