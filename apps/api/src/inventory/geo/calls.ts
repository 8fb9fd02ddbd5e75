/** Places that have exits, with live counts (spec/pool#places). */
import { langTag } from "@turnpike/locales/shop.ts";
import { onlineByCity, onlineByCountry, onlineByNetwork } from "../exit/store/pool-counts.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { endpoints } from "./endpoints.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
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

/** Traffic leaves through the exits of the pool, so v1 and v2 count the same exits. */
export function geoCalls(services: Services): GeoCalls {
  const { db, env, world } = services;
  const countryOfClient = countryOf(env.GEO_COUNTRY_MMDB);
  const keep = { now: () => world.now(), keepMs: keepCountriesMs };
  const online = sharedAnswer(keep, () => onlineByCountry(db));
  const members = sharedAnswer(keep, () => membersNow(services));
  const countries: Handlers["countrys"] = async (_question, { lang }) => {
    const name = countryNames(lang);
    const [own, all] = await Promise.all([online(), members()]);
    const items = withCountries(own, all).map(({ country, ...counted }) => {
      return { code: country, name: name(country), ...counted };
    });
    const byName = new Intl.Collator(langTag(lang));
    return { items: items.sort((one, other) => byName.compare(one.name, other.name)) };
  };
  return {
    countrys: countries,
    countryV2: countries,
    cityV2: async (filter) => {
      const own = await onlineByCity(db, filter);
      const items = withCities(own, await members(), filter.country);
      return { items: items.filter(isInState(filter.state)) };
    },
    asnV2: async (filter) => {
      const own = await onlineByNetwork(db, filter);
      return { items: withNetworks(own, await members(), filter) };
    },
    trafficCity: async ({ country, limit }) => {
      const own = await onlineByCity(db, { country }, limit);
      const all = country === undefined ? own : withCities(own, await members(), country);
      return { items: all.slice(0, limit) };
    },
    trafficServer: async (_question, { ip, lang }) => {
      return { items: await endpoints({ env }, db, { country: await countryOfClient(ip), lang }) };
    },
  };
}

const isInState = (state: string | undefined) => (city: { state: string }) =>
  state === undefined || city.state === foldPlace(state);
