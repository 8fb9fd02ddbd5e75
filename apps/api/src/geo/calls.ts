/** Places that have exits, counted as they are live now (contract §6, §16 Places). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import { placeToken } from "@turnpike/rules/places.ts";
import { onlineByCity, onlineByCountry, onlineByNetwork } from "../exit/exits.ts";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services.ts";
import { endpoints } from "./endpoints.ts";

type GeoCalls = Pick<Handlers, "countryV2" | "cityV2" | "asnV2" | "trafficCity" | "trafficServer">;

export function geoCalls({ db, env }: Services): GeoCalls {
  return {
    countryV2: async (_question, { lang }) => {
      const name = countryNames(lang);
      const countries = await onlineByCountry(db);
      const items = countries.map(({ country, online }) => {
        return { code: country, name: name(country), online };
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

/** Country names as people of the language write them. */
function countryNames(lang: Lang): (code: string) => string {
  const names = new Intl.DisplayNames([langTag(lang)], { type: "region", fallback: "code" });
  return (code) => names.of(code) ?? code;
}
