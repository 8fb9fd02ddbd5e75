import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { cityOptions, networkOptions, type Option, stateOptions } from "../place/place-options.ts";
import { useWithin } from "../place/use-place-text.ts";
import {
  filterWithout,
  changeOf,
  chosenValue,
  type Filter,
  type FilterName,
  filterNames,
  isNarrowed,
  noFilter,
  parametersOf,
  displayName,
} from "./pool-filter.ts";
import { REFRESH_MS } from "./pool-ip.ts";

/** One list of options; `loaded` once it contains the answer for this filter. */
export interface Choices {
  options: readonly Option[];
  loaded: boolean;
}

/**
 * The filter in the URL with the lists of options. A choice without exits is cleared and named in
 * `cleared`.
 */
export function usePoolFilter() {
  const [filter, setUrl] = useUrlText(filterNames);
  const choices = useChoices(filter);
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const [cleared, setCleared] = useState<readonly string[]>([]);
  const unavailable = unavailableOf(filter, choices);
  const unavailableName = unavailable
    ? displayName(
        unavailable,
        filter[unavailable],
        labels[labelKey(unavailable, filter[unavailable])],
      )
    : "";
  const [announced, setAnnounced] = useState("");
  if (announced !== unavailableName) {
    setAnnounced(unavailableName);
    if (unavailableName) setCleared((before) => [...before, unavailableName]);
  }
  const clearInUrl = useEffectEvent((name: FilterName) => setUrl(changeOf(name, "")));
  useEffect(() => {
    if (unavailable && unavailableName) clearInUrl(unavailable);
  }, [unavailable, unavailableName]);
  const choose = (name: FilterName, value: string) => {
    const label = choices[name].options.find((option) => option.value === value)?.label;
    const change = changeOf(name, value);
    if (label) {
      setLabels((before) => ({ ...before, [labelKey(name, change[name] ?? "")]: label }));
    }
    setCleared([]);
    setUrl(change);
  };
  return {
    filter,
    choices,
    choose,
    cleared,
    forget: () => setCleared([]),
    clear: () => {
      setCleared([]);
      setUrl(noFilter);
    },
    narrowed: isNarrowed(filter),
    /** The place in words, narrowest first: "Berlin, Germany · Telekom". */
    words: useWords(filter, choices),
  };
}
export type PoolFilterState = ReturnType<typeof usePoolFilter>;

const labelKey = (name: FilterName, value: string) => `${name}|${value}`;

/**
 * The narrowest choice that has no exits left, once all lists have loaded: since each list depends
 * on the other choices, a wide choice may look empty because of a narrow one.
 */
function unavailableOf(
  filter: Filter,
  choices: Readonly<Record<FilterName, Choices>>,
): FilterName | undefined {
  if (filterNames.some((name) => !choices[name].loaded)) return undefined;
  return filterNames.findLast((name) => isGone(name, filter, choices[name]));
}

function isGone(name: FilterName, filter: Filter, { options }: Choices): boolean {
  if (filter[name] === "") return false;
  const value = chosenValue(name, filter);
  // A link may name a city without its state.
  if (name === "city" && filter.state === "") {
    return !options.some((option) => option.value.endsWith(`|${filter.city}`));
  }
  const fold = name === "country" ? value.toUpperCase() : value;
  return !options.some((option) => option.value === fold);
}

/** The options within the previous choices, refetched periodically. */
function useChoices(filter: Filter): Record<FilterName, Choices> {
  const { i18n } = useTranslation();
  const within = useWithin();
  const { country = "" } = parametersOf(filter);
  const fresh = { everyMs: REFRESH_MS, staleMs: REFRESH_MS };
  const inPlace = { ...fresh, enabled: country !== "" };
  const countries = useCall("countrys", {}, fresh);
  const cities = useCall("city", { ...filterWithout("state", filter), country }, inPlace);
  const postals = useCall("postal", { ...filterWithout("postal", filter), country }, inPlace);
  const isps = useCall("isp", filterWithout("isp", filter), fresh);
  const networks = useCall("asn", filterWithout("asn", filter), fresh);
  const countryOptions = useMemo(
    () =>
      (countries.data?.items ?? [])
        // The others are of the traffic plan alone.
        .filter(({ online }) => online > 0)
        .map(({ code, name, online }) => ({ value: code, label: name, online }))
        .sort((one, other) => one.label.localeCompare(other.label, i18n.language)),
    [countries.data, i18n.language],
  );
  const list = (options: readonly Option[], query: { isSuccess: boolean }): Choices => ({
    options,
    loaded: query.isSuccess,
  });
  /** A place requires its country. */
  const place = (options: readonly Option[], query: { isSuccess: boolean }): Choices =>
    country === "" ? { options: [], loaded: countries.isSuccess } : list(options, query);
  return {
    country: list(countryOptions, countries),
    state: place(stateOptions(cities.data?.items ?? []).filter(hasName), cities),
    city: place(cityOptions(cities.data?.items ?? [], filter.state, within), cities),
    postal: place(postals.data?.items.map(postalOption).filter(hasName) ?? [], postals),
    isp: list(
      (isps.data?.items ?? []).map((one) => ({
        value: one.isp,
        label: one.ispName || one.isp,
        online: one.online,
      })),
      isps,
    ),
    asn: list(networkOptions(networks.data?.items ?? [], ""), networks),
  };
}

const hasName = ({ value }: Option) => value !== "";
const postalOption = (one: { postal: string; online: number }): Option => ({
  value: one.postal,
  label: one.postal,
  online: one.online,
});

function useWords(filter: Filter, choices: Record<FilterName, Choices>): string {
  const within = useWithin();
  const label = (name: FilterName) => {
    if (filter[name] === "") return "";
    const value = chosenValue(name, filter);
    const option = choices[name].options.find((one) => one.value === value);
    return displayName(name, filter[name], option?.label);
  };
  const place = within(label("city") || label("state"), label("country"));
  return [place, label("postal"), label("asn") || label("isp")].filter(Boolean).join(" · ");
}
