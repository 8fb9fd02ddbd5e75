import { Group, Select, SimpleGrid, Text } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import type { EndpointChoice } from "./endpoint-request.ts";
import {
  cityOptions,
  ispOptions,
  networkOptions,
  type Option,
  stateOptions,
} from "./place-options.ts";

const KEPT_MS = 60_000;

interface Props {
  choice: EndpointChoice;
  onChange: (by: Partial<EndpointChoice>) => void;
}

/** Where the exit is: each list holds only what exists within the choices before it. */
export function EndpointPlace({ choice, onChange }: Props) {
  const { t } = useTranslation("traffic-use");
  const { country, state } = choice;
  const { countries, cities, networks } = usePlaces(country);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Place
        label={t("endpoints.country")}
        any={t("endpoints.anyCountry")}
        value={country}
        options={countries.options}
        loading={countries.loading}
        onChange={(value) => onChange({ country: value })}
      />
      <Place
        label={t("endpoints.state")}
        any={t(country ? "endpoints.anyState" : "endpoints.countryFirst")}
        disabled={country === ""}
        value={state}
        options={stateOptions(cities.items)}
        loading={cities.loading}
        onChange={(value) => onChange({ state: value })}
      />
      <Place
        label={t("endpoints.city")}
        any={t(country ? "endpoints.anyCity" : "endpoints.countryFirst")}
        disabled={country === ""}
        value={choice.city && `${state}|${choice.city}`}
        options={cityOptions(cities.items, state)}
        loading={cities.loading}
        onChange={(value) => {
          const [inState = "", city = ""] = value.split("|");
          onChange(city ? { state: inState, city } : { city: "" });
        }}
      />
      <Place
        label={t("endpoints.isp")}
        any={t("endpoints.anyIsp")}
        value={choice.isp}
        options={ispOptions(networks.items)}
        loading={networks.loading}
        onChange={(value) => onChange({ isp: value })}
      />
      <Place
        label={t("endpoints.asn")}
        any={t("endpoints.anyAsn")}
        value={choice.asn}
        options={networkOptions(networks.items, choice.isp)}
        loading={networks.loading}
        onChange={(value) => onChange({ asn: value })}
      />
    </SimpleGrid>
  );
}

/** What there is: all countries, and the cities and networks of the chosen one. */
function usePlaces(country: string) {
  const { i18n } = useTranslation();
  const kept = { staleMs: KEPT_MS };
  const countries = useCall("countryV2", {}, kept);
  const cities = useCall("cityV2", { country }, { ...kept, enabled: country !== "" });
  const networks = useCall("asnV2", country ? { country } : {}, kept);
  const countryOptions = useMemo(
    () =>
      (countries.data?.items ?? [])
        .map(({ code, name, online }) => ({ value: code, label: name, online }))
        .sort((one, other) => one.label.localeCompare(other.label, i18n.language)),
    [countries.data, i18n.language],
  );
  return {
    countries: { options: countryOptions, loading: countries.isPending },
    cities: { items: cities.data?.items ?? [], loading: cities.isFetching },
    networks: { items: networks.data?.items ?? [], loading: networks.isPending },
  };
}

function Place(props: {
  label: string;
  any: string;
  value: string;
  options: Option[];
  loading: boolean;
  disabled?: boolean;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const online = new Map(props.options.map((option) => [option.value, option.online]));
  return (
    <Select
      label={props.label}
      placeholder={props.any}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("endpoints.clear", { name: props.label }) }}
      limit={200}
      disabled={props.disabled ?? false}
      nothingFoundMessage={t(props.loading ? "endpoints.loading" : "endpoints.nothingFound")}
      value={props.value || null}
      onChange={(value) => props.onChange(value ?? "")}
      data={props.options.map(({ value, label }) => ({ value, label }))}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" gap="sm" w="100%">
          <span>{option.label}</span>
          <Text span fz="xs" c="dimmed" className="numeric">
            {formatNumber(online.get(option.value) ?? 0)}
          </Text>
        </Group>
      )}
    />
  );
}
