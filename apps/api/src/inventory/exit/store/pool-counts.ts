/** Counts of online pool exits by each dimension; all totals agree (spec/pool#places). */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { foldedPostal, inPlace, isOnlinePoolExit, type PlaceFilter } from "./pool.ts";

/** Online exits of each country. */
export async function onlineByCountry(db: Db): Promise<{ country: string; online: number }[]> {
  const { rows } = await sql<{ country: string; online: number }>`
    select country, count(*)::int as online from exit where ${isOnlinePoolExit}
    group by country order by country`.execute(db);
  return rows;
}

export interface OnlineCity {
  country: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
  online: number;
}
/** Online exits of each city within a place. */
export async function onlineByCity(
  db: Db,
  filter: PlaceFilter,
  limit = 100_000,
): Promise<OnlineCity[]> {
  const { rows } = await sql<OnlineCity>`
    select country, state, min(state_name) as "stateName", city, min(city_name) as "cityName",
      count(*)::int as online
    from exit where ${isOnlinePoolExit} and ${inPlace(filter)}
    group by country, state, city order by country, state, city limit ${limit}`.execute(db);
  return rows;
}

export interface OnlinePostal extends OnlineCity {
  postal: string;
}
/** Online exits of each postal code; a code that two cities share is listed once for each. */
export async function onlineByPostal(db: Db, filter: PlaceFilter): Promise<OnlinePostal[]> {
  const { rows } = await sql<OnlinePostal>`
    select country, state, min(state_name) as "stateName", city, min(city_name) as "cityName",
      min(postal) as postal, count(*)::int as online
    from exit where ${isOnlinePoolExit} and ${inPlace(filter)}
    group by country, state, city, ${foldedPostal}
    order by country, state, city, min(postal)`.execute(db);
  return rows;
}

/** Online exits of each provider, the largest first. */
export async function onlineByIsp(
  db: Db,
  filter: PlaceFilter,
): Promise<{ isp: string; ispName: string; online: number }[]> {
  const { rows } = await sql<{ isp: string; ispName: string; online: number }>`
    select isp, min(isp_name) as "ispName", count(*)::int as online
    from exit where ${isOnlinePoolExit} and ${inPlace(filter)}
    group by isp order by online desc, isp`.execute(db);
  return rows;
}

export interface OnlineNetwork {
  asn: number;
  isp: string;
  name: string;
  online: number;
}
/** Online exits of each network, the largest first. */
export async function onlineByNetwork(db: Db, filter: PlaceFilter): Promise<OnlineNetwork[]> {
  const { rows } = await sql<OnlineNetwork>`
    select asn, isp, min(isp_name) as name, count(*)::int as online
    from exit where ${isOnlinePoolExit} and ${inPlace(filter)}
    group by asn, isp order by online desc, asn, isp`.execute(db);
  return rows;
}
