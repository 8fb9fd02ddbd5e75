/** Names for the keys of a usage report. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { usageWords } from "@turnpike/locales/usage-report.ts";
import { type Dimension, otherKey, unknownKey } from "@turnpike/rules/usage.ts";
import { cityNames } from "../../inventory/exit/store/city-names.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import type { Services } from "../../platform/services.ts";
import { poolTitle } from "../../platform/traffic-pools/pools.ts";
import { subAccountNames } from "../../products/sub-account/find.ts";

interface Labels {
  /** The key as sent in the response; for cities, with the country. */
  key(key: string): { key: string; country?: string };
  of(key: string): string;
}

export async function usageLabels(
  services: Pick<Services, "db" | "settings">,
  top: { key: string }[],
  { by, lang }: { by: Dimension | undefined; lang: Lang },
): Promise<Labels> {
  const { db } = services;
  const keys = top.map(({ key }) => key);
  const words = usageWords(lang);
  const country = countryNames(lang);
  const names =
    by === "account"
      ? await subAccountNames(db, keys.filter(isUuid))
      : by === "city"
        ? await cityNames(db, keys.map(placeOf))
        : new Map<string, string>();
  const products = words.products as Record<string, string>;
  const countryOf = (code: string) => (/^[A-Z]{2}$/.test(code) ? country(code) : words.unknown);
  const special = (key: string) => {
    if (key === otherKey) return words.other;
    if (key === unknownKey) return words.unknown;
    return products[key.slice(1, -1)] ?? key;
  };
  const named = (key: string): string => {
    if (by === "product") return products[key] ?? key;
    if (by === "outcome") return (words.outcomes as Record<string, string>)[key] ?? key;
    if (by === "country") return countryOf(key);
    if (by === "pool") return poolTitle(services, key, lang);
    return by === "account" ? (names.get(key) ?? key) : key;
  };
  const cityOf = (key: string) => {
    const [code = "", city = ""] = key.split("/");
    return city === unknownKey ? words.unknown : `${names.get(key) ?? city}, ${countryOf(code)}`;
  };
  return {
    key: (key) => {
      if (by === "account") return { key: names.get(key) ?? key };
      if (by !== "city" || key === otherKey) return { key };
      const { city, country: code } = placeOf(key);
      return { key: city, country: code };
    },
    of: (key) => {
      if (key.startsWith("(") && by !== "city") return special(key);
      if (key === otherKey) return words.other;
      return by === "city" ? cityOf(key) : named(key);
    },
  };
}

function placeOf(key: string) {
  const [country = "", city = ""] = key.split("/");
  return { country, city };
}
