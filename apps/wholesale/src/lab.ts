/**
 * The lab's wholesaler: in places where the lab has no exits of its own, so that a newcomer's
 * request to one of them is served by it, and every screen about upstreams has something to show.
 */
import type { UpstreamFile } from "@turnpike/proxy-strings/upstream/definition.ts";
import type { WholesalePlace } from "./places.ts";
import { startWholesaler, type Wholesaler } from "./wholesaler.ts";

/** The lab's inventory has none of them. The network and its number are inventions. */
const cities: readonly [country: string, countryName: string, city: string][] = [
  ["LT", "Lithuania", "Vilnius"],
  ["LV", "Latvia", "Riga"],
  ["EE", "Estonia", "Tallinn"],
  ["SI", "Slovenia", "Ljubljana"],
  ["EC", "Ecuador", "Quito"],
  ["UY", "Uruguay", "Montevideo"],
  ["KZ", "Kazakhstan", "Almaty"],
  ["GH", "Ghana", "Accra"],
  ["JO", "Jordan", "Amman"],
  ["LK", "Sri Lanka", "Colombo"],
];
const exitsPerPlace = 20;
/** The lab's own exits are at 127.1.0.0/16. */
const exitNetwork = "127.3";

export const labPlaces: readonly WholesalePlace[] = cities.map(
  ([country, countryName, city], at) => ({
    country,
    countryName,
    state: "",
    stateCode: "",
    city,
    isp: "",
    asn: 0,
    exits: Array.from(
      { length: exitsPerPlace },
      (_, exit) => `${exitNetwork}.${at + 1}.${exit + 1}`,
    ),
  }),
);

const preset = "oxylabs";
const account = { login: "lab", secret: "lab-secret" };

/** The file with which the lab's operator would have added it. */
export function labUpstream(port: number): UpstreamFile {
  return {
    name: "lab-wholesale",
    preset,
    hosts: [`127.0.0.1:${port}`],
    login: { login: account.login },
    secret: account.secret,
    places: ["country", "city"],
    countries: cities.map(([country]) => country),
    exitIpHeader: "x-exit-ip",
    priority: 2,
    perGbMicros: 1_800_000,
    provenance: "The lab: an emulated wholesaler on this machine",
  };
}

/** Starts it on loopback. @throws Error if the port is in use */
export const startLabWholesaler = (port: number, host = "127.0.0.1"): Promise<Wholesaler> =>
  startWholesaler({ preset, account, places: labPlaces, port, host, exitIpHeader: "x-exit-ip" });
