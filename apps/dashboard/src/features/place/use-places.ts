import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";

const KEPT_MS = 60_000;
const calls = {
  traffic: { countries: "countryV2", cities: "cityV2", networks: "asnV2" },
  pool: { countries: "countrys", cities: "city", networks: "asn" },
} as const;
export type PlacesOf = keyof typeof calls;

/** What there is: all countries, the cities of the chosen one and, unless `area`, its networks. */
export function usePlaces(asked: { of: PlacesOf; country: string; area: boolean }) {
  const { of, country, area } = asked;
  const { i18n } = useTranslation();
  const kept = { staleMs: KEPT_MS };
  const countries = useCall(calls[of].countries, {}, kept);
  const cities = useCall(calls[of].cities, { country }, { ...kept, enabled: country !== "" });
  const inCountry = country ? { country } : {};
  const networks = useCall(calls[of].networks, inCountry, { ...kept, enabled: !area });
  const options = useMemo(
    () =>
      (countries.data?.items ?? [])
        .map(({ code, name, online }) => ({ value: code, label: name, online }))
        .sort((one, other) => one.label.localeCompare(other.label, i18n.language)),
    [countries.data, i18n.language],
  );
  return {
    countries: { options, loading: countries.isPending },
    cities: { items: cities.data?.items ?? [], loading: cities.isFetching },
    networks: { items: networks.data?.items ?? [], loading: networks.isPending },
  };
}
