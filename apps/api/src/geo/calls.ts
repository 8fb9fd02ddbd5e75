/** Places that have exits, counted as they are live now (contract §6, §16 Places). */
import { langTag } from "@turnpike/locales/shop.ts";
import { placeToken } from "@turnpike/rules/places.ts";
import { onlineByCity, onlineByCountry, onlineByNetwork } from "../exit/exits.ts";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services.ts";
import { countryNames } from "./country-names.ts";
import { endpoints } from "./endpoints.ts";
import { kept } from "./kept.ts";

type GeoCalls = Pick<Handlers, "countryV2" | "cityV2" | "asnV2" | "trafficCity" | "trafficServer">;

/**
 * The dashboard and scripts ask for the countries most often of all, and to count every exit is
 * the dearest read there is: a retired exit is counted for so long at most.
 */
const keepCountriesMs = 1_000;

export function geoCalls({ db, env, world }: Services): GeoCalls {
  const keep = { now: () => world.now(), keepMs: keepCountriesMs };
  const online = kept(keep, () => onlineByCountry(db));
  return {
    countryV2: async (_question, { lang }) => {
      const name = countryNames(lang);
      const items = (await online()).map((counted) => {
        return { code: counted.country, name: name(counted.country), online: counted.online };
      });
      const byName = new Intl.Collator(langTag(lang));
      return { items: items.sort((one, other) => byName.compare(one.name, other.name)) };
    },
    cityV2: async ({ country, state }) => {
      return { items: await onlineByCity(db, { country, state: token(state) }) };
    },
    asnV2: async ({ country, isp }) => {
      return { items: await onlineByNetwork(db, { country, isp: token(isp) }) };
    },
    trafficCity: async ({ country, limit }) => {
      return { items: await onlineByCity(db, { country, limit }) };
    },
    trafficServer: async () => ({ items: endpoints(env) }),
  };
}

function token(name: string | undefined): string | undefined {
  return name === undefined ? undefined : placeToken(name);
}
