/** What cities are called, as exits there name them. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** Names by `country/city`, of cities that exits were in once too. */
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
