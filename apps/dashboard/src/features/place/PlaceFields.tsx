import { SimpleGrid } from "@mantine/core";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import classes from "./place.module.css";
import { type Place, poolParameter } from "./place.ts";
import { PlaceSelect } from "./PlaceSelect.tsx";
import { cityOptions, ispOptions, networkOptions, stateOptions } from "./place-options.ts";
import { useWithin } from "./use-place-text.ts";

const CACHE_MS = 60_000;
const calls = {
  traffic: { countries: "countryV2", cities: "cityV2", networks: "asnV2" },
  pool: { countries: "countrys", cities: "city", networks: "asn" },
} as const;
type PlacesOf = keyof typeof calls;

/** The available countries, cities of the chosen one and, unless `area`, its networks. */
function usePlaces(query: { of: PlacesOf; pool: string; country: string; area: boolean }) {
  const { of, country, area } = query;
  const pool = poolParameter(query.pool);
  const { i18n } = useTranslation();
  const cached = { staleMs: CACHE_MS };
  // The ISP pool's own calls take no `pool`, and none is given with them.
  const countries = useCall(calls[of].countries as "countryV2", pool, cached);
  const cities = useCall(
    calls[of].cities,
    { ...pool, country },
    { ...cached, enabled: country !== "" },
  );
  const inCountry = country ? { ...pool, country } : pool;
  const networks = useCall(calls[of].networks, inCountry, { ...cached, enabled: !area });
  const options = useMemo(
    () =>
      (countries.data?.items ?? [])
        // Those without an exit online are of the traffic plan alone.
        .filter(({ online }) => of === "traffic" || online > 0)
        .map(({ code, name, online }) => ({ value: code, label: name, online }))
        .sort((one, other) => one.label.localeCompare(other.label, i18n.language)),
    [countries.data, i18n.language, of],
  );
  return {
    countries: { options, loading: countries.isPending },
    cities: { items: cities.data?.items ?? [], loading: cities.isFetching },
    networks: { items: networks.data?.items ?? [], loading: networks.isPending },
  };
}

interface Props {
  value: Place;
  /** Exits of the traffic plan, or of the ISP pool. */
  of?: PlacesOf;
  /** The pool of traffic, if it is not the first one. */
  pool?: string;
  /** Only country, state and city. */
  area?: boolean;
  errors?: Partial<Record<keyof Place, ReactNode>>;
  onChange: (by: Partial<Place>) => void;
  /** Fields placed in line with these. */
  children?: ReactNode;
}

/** The exit's place: each list contains only what exists within the previous choices. */
export function PlaceFields({
  value,
  of = "traffic",
  pool = firstPool,
  area = false,
  errors = {},
  onChange,
  children,
}: Props) {
  const { t } = useTranslation("parts");
  const within = useWithin();
  const { country, state, city } = value;
  const { countries, cities, networks } = usePlaces({ of, pool, country, area });
  // Three fields in a row leave no room to explain why the others are disabled.
  const first = country || area ? null : t("place.countryFirst");
  return (
    <SimpleGrid
      className={classes.steps ?? ""}
      cols={{ base: 2, xs: area ? 3 : 2 }}
      spacing={{ base: "sm", xs: "md" }}
    >
      <PlaceSelect
        label={t("place.country")}
        any={t("place.anyCountry")}
        value={country}
        options={countries.options}
        loading={countries.loading}
        error={errors.country}
        onChange={(next) => onChange({ country: next })}
      />
      <PlaceSelect
        label={t("place.state")}
        any={first ?? t("place.anyState")}
        disabled={country === ""}
        value={state}
        options={stateOptions(cities.items)}
        loading={cities.loading}
        error={errors.state}
        onChange={(next) => onChange({ state: next })}
      />
      <PlaceSelect
        label={t("place.city")}
        any={first ?? t("place.anyCity")}
        disabled={country === ""}
        value={city && `${state}|${city}`}
        options={cityOptions(cities.items, state, within)}
        loading={cities.loading}
        error={errors.city}
        onChange={(next) => {
          const [inState = "", name = ""] = next.split("|");
          onChange(name ? { state: inState, city: name } : { city: "" });
        }}
      />
      {!area && (
        <NetworkFields value={value} networks={networks} errors={errors} onChange={onChange} />
      )}
      {children}
    </SimpleGrid>
  );
}

/** The provider (ISP) and its network (ASN). */
function NetworkFields(
  props: Pick<Props, "value" | "onChange"> & {
    networks: ReturnType<typeof usePlaces>["networks"];
    errors: NonNullable<Props["errors"]>;
  },
) {
  const { t } = useTranslation("parts");
  const { value, networks, errors, onChange } = props;
  return (
    <>
      <PlaceSelect
        label={t("place.isp")}
        any={t("place.anyIsp")}
        value={value.isp}
        options={ispOptions(networks.items)}
        loading={networks.loading}
        error={errors.isp}
        onChange={(next) => onChange({ isp: next })}
      />
      <PlaceSelect
        label={t("place.asn")}
        any={t("place.anyAsn")}
        value={value.asn}
        options={networkOptions(networks.items, value.isp)}
        loading={networks.loading}
        error={errors.asn}
        onChange={(next) => onChange({ asn: next })}
      />
    </>
  );
}
