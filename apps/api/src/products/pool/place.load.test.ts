/** Searching a pool of 20,000 exits is fast. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { limitHere } from "@turnpike/net/testing/machine-speed.ts";
import { beforeAll, expect, it } from "vitest";
import { fillDatabase, percentile, timed } from "../../../testing/load.ts";
import { startShop } from "../../identity/session/testing.ts";

const exits = 20_000;
const boundMs = 50;

const shop = forTests(startShop);
const ada = forTests(() => shop.customer());
const fill = sql`
    insert into exit (id, how, ip, host, port, country, state, state_name, city, city_name, postal,
      isp, isp_name, asn, lab, product, provenance, created_at, latency_ms, offline_since)
    select gen_random_uuid(), 'local', '100.64.0.0'::inet + n, host('100.64.0.0'::inet + n), 0,
      place.country, place.state, place.state_name, place.city, place.city_name, place.postal,
      place.isp, place.isp_name, place.asn, false, 'pool', 'load', now(),
      case when n % 9 > 0 then (n * 7919) % 400 end, case when n % 50 = 0 then now() end
    from generate_series(1, ${exits}) as n
    join (select *, row_number() over (order by ip) - 1 as at from exit where lab and product = 'pool')
      place on place.at = n % 1000`;
beforeAll(() => fillDatabase(shop, (db) => fill.execute(db)), 120_000);

const questions = [
  ["ipList", {}],
  ["ipList", { page: 150, limit: 100 }],
  ["ipList", { country: "US", limit: 100 }],
  ["ipList", { country: "US", state: "California", city: "Los Angeles", postal: "90001" }],
  ["ipList", { asn: 7018, limit: 100 }],
  ["ipList", { postal: "10115" }],
  ["countrys", {}],
  ["city", { country: "US" }],
  ["postal", { country: "US" }],
  ["isp", {}],
  ["asn", {}],
] as const;

it.each(questions)(
  `%s %j among ${exits} exits: p95 < ${boundMs} ms`,
  async (name, fields) => {
    const ask = () => ada.get(name, fields as Record<string, string | number>);
    for (let warm = 0; warm < 5; warm++) await ask();
    const took: number[] = [];
    for (let n = 0; n < 40; n++) took.push(await timed(ask));
    expect(percentile(`${name} ${JSON.stringify(fields)}`, took)).toBeLessThan(
      await limitHere(boundMs),
    );
  },
  30_000,
);
