/** Places and networks as options of lists, without duplicates, with their exits counted. */
import type { CallResult } from "../../lib/call.ts";
import type { Within } from "./use-place-text.ts";

export interface Option {
  value: string;
  label: string;
  /** The exits that are online now. */
  online: number;
}
type City = CallResult<"cityV2">["items"][number];
type Network = CallResult<"asnV2">["items"][number];

function counted(options: readonly Option[]): Option[] {
  const once = new Map<string, Option>();
  for (const option of options) {
    const before = once.get(option.value);
    once.set(option.value, { ...option, online: option.online + (before?.online ?? 0) });
  }
  return [...once.values()].sort((one, other) => one.label.localeCompare(other.label));
}

export function stateOptions(cities: readonly City[]): Option[] {
  return counted(
    cities.map(({ state, stateName, online }) => ({ value: state, label: stateName, online })),
  );
}

/** Cities of one state, or all cities, named `within` their states; `value` is `state|city`. */
export function cityOptions(cities: readonly City[], state: string, within: Within): Option[] {
  return counted(
    cities
      .filter((city) => state === "" || city.state === state)
      .map((city) => ({
        value: `${city.state}|${city.city}`,
        label: state ? city.cityName : within(city.cityName, city.stateName),
        online: city.online,
      })),
  );
}

export function ispOptions(networks: readonly Network[]): Option[] {
  return counted(networks.map(({ isp, name, online }) => ({ value: isp, label: name, online })));
}

export function networkOptions(networks: readonly Network[], isp: string): Option[] {
  return counted(
    networks
      // A network without a number can be asked for by its provider only.
      .filter(({ asn, ...network }) => asn !== 0 && (isp === "" || network.isp === isp))
      .map(({ asn, name, online }) => ({
        value: String(asn),
        label: `AS${asn} · ${name}`,
        online,
      })),
  );
}
