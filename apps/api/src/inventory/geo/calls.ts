/** Places that have exits, with live counts (spec/pool#places, spec/supply#places). */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import { onlineByCity, onlineByCountry, onlineByNetwork } from "../exit/store/pool-counts.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { endpoints } from "./endpoints.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { isPool } from "../../platform/traffic-pools/pools.ts";
import { ownShares } from "../upstream/store/upstreams.ts";
import { membersNow } from "./member-places.ts";
import { withCities, withCountries, withNetworks } from "./union.ts";
import { sharedAnswer } from "./shared-answer.ts";

type GeoCalls = Pick<
  Handlers,
  "countrys" | "countryV2" | "cityV2" | "asnV2" | "trafficCity" | "trafficServer"
>;

/**
 * The dashboard and scripts request the countries most often, and counting every exit is the most
 * expensive read. The counts are cached for this long, so a retired exit may still be included.
 */
const keepCountriesMs = 1_000;

/** Traffic leaves through the exits of the ISP pool, so v1 and v2 count the same exits. */
export function geoCalls(services: Services): GeoCalls {
  const { db, env, world } = services;
  const countryOfClient = countryOf(env.GEO_COUNTRY_MMDB);
  const keep = { now: () => world.now(), keepMs: keepCountriesMs };
  const online = sharedAnswer(keep, () => onlineByCountry(db));
  const supplyOf = supplies(services, keep);
  const countriesOf = async (pool: string | undefined, lang: Lang) => {
    const name = countryNames(lang);
    const [own, { hasOwn, members }] = await Promise.all([online(), supplyOf(pool)]);
    const items = withCountries(hasOwn ? own : [], members).map(({ country, ...counted }) => {
      return { code: country, name: name(country), ...counted };
    });
    const byName = new Intl.Collator(langTag(lang));
    return { items: items.sort((one, other) => byName.compare(one.name, other.name)) };
  };
  return {
    countrys: (_question, { lang }) => countriesOf(firstPool, lang),
    countryV2: ({ pool }, { lang }) => countriesOf(pool, lang),
    cityV2: async ({ pool, ...filter }) => {
      const { hasOwn, members } = await supplyOf(pool);
      const own = hasOwn ? await onlineByCity(db, filter) : [];
      const items = withCities(own, members, filter.country);
      return { items: items.filter(isInState(filter.state)) };
    },
    asnV2: async ({ pool, ...filter }) => {
      const { hasOwn, members } = await supplyOf(pool);
      const own = hasOwn ? await onlineByNetwork(db, filter) : [];
      return { items: withNetworks(own, members, filter) };
    },
    trafficCity: async ({ pool, country, limit }) => {
      const { hasOwn, members } = await supplyOf(pool);
      const own = hasOwn ? await onlineByCity(db, { country }, limit) : [];
      const all = country === undefined ? own : withCities(own, members, country);
      return { items: all.slice(0, limit) };
    },
    trafficServer: async (_question, { ip, lang }) => {
      return { items: await endpoints({ env }, db, { country: await countryOfClient(ip), lang }) };
    },
  };
}

const isInState = (state: string | undefined) => (city: { state: string }) =>
  state === undefined || city.state === foldPlace(state);

interface Supply {
  /** Own exits are members of the pool. */
  hasOwn: boolean;
  members: Awaited<ReturnType<typeof membersNow>>;
}

/** Returns who serves a pool, kept for each: there are at most `maxPools`. @throws Refusal badField */
function supplies(services: Services, keep: { now: () => number; keepMs: number }) {
  const kept = new Map<string, () => Promise<Supply>>();
  const read = async (pool: string): Promise<Supply> => {
    const [members, shares] = await Promise.all([
      membersNow(services, pool),
      pool === firstPool ? null : ownShares(services.db),
    ]);
    return { hasOwn: pool === firstPool || shares?.[pool] !== undefined, members };
  };
  return async (pool: string = firstPool): Promise<Supply> => {
    const known = kept.get(pool);
    if (known !== undefined) return known();
    if (!(await isPool(services, pool))) throw new Refusal("badField", { field: "pool" });
    const fresh = sharedAnswer(keep, () => read(pool));
    kept.set(pool, fresh);
    return fresh();
  };
}
