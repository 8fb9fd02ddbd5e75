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
  const { t, i18n } = useTranslation("traffic-use");
  const { country, state } = choice;
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
  const places = cities.data?.items ?? [];
  const asns = networks.data?.items ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Place
        label={t("endpoints.country")}
        any={t("endpoints.anyCountry")}
        value={country}
        options={countryOptions}
        loading={countries.isPending}
        onChange={(value) => onChange({ country: value })}
      />
      <Place
        label={t("endpoints.state")}
        any={t(country ? "endpoints.anyState" : "endpoints.countryFirst")}
        disabled={country === ""}
        value={state}
        options={stateOptions(places)}
        loading={cities.isFetching}
        onChange={(value) => onChange({ state: value })}
      />
      <Place
        label={t("endpoints.city")}
        any={t(country ? "endpoints.anyCity" : "endpoints.countryFirst")}
        disabled={country === ""}
        value={choice.city && `${state}|${choice.city}`}
        options={cityOptions(places, state)}
        loading={cities.isFetching}
        onChange={(value) => {
          const [inState = "", city = ""] = value.split("|");
          onChange(city ? { state: inState, city } : { city: "" });
        }}
      />
      <Place
        label={t("endpoints.isp")}
        any={t("endpoints.anyIsp")}
        value={choice.isp}
        options={ispOptions(asns)}
        loading={networks.isPending}
        onChange={(value) => onChange({ isp: value })}
      />
      <Place
        label={t("endpoints.asn")}
        any={t("endpoints.anyAsn")}
        value={choice.asn}
        options={networkOptions(asns, choice.isp)}
        loading={networks.isPending}
        onChange={(value) => onChange({ asn: value })}
      />
    </SimpleGrid>
  );
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
