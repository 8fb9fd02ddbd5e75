/** Exits for those whose own rows refer to them. */
import { type RawBuilder, sql } from "kysely";

/** A query of id, ip (text), country and city_name, retired ones too: `join ${placedExits} e on …`. */
export const placedExits: RawBuilder<unknown> = sql`(
  select id, host(ip) as ip, country, city_name from exit)`;
