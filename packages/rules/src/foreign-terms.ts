/** Names for the parts of a proxy string and for providers. */

/** Possible meanings of a part of a proxy string. */
export const meanings = [
  "protocol",
  "host",
  "port",
  "account",
  "password",
  "country",
  "state",
  "city",
  "postal",
  "isp",
  "asn",
  "session",
  "minutes",
  "rotation",
  "strict",
  "zone",
  "unknown",
] as const;
export type Meaning = (typeof meanings)[number];
export type Unit = "minutes" | "seconds";

export const families = [
  "ours",
  "brightdata",
  "oxylabs",
  "decodo",
  "iproyal",
  "soax",
  "netnut",
  "webshare",
  "packetstream",
  "luna",
  "rayobyte",
  "infatica",
  "proxycheap",
  "nimble",
  "geonode",
  "massive",
  "dataimpulse",
  "evomi",
] as const;
export type Family = (typeof families)[number];

export type Keys = Readonly<Record<string, Meaning>>;
export interface Dialect {
  family: Family;
  /** Suffixes of the host names. */
  hosts: readonly string[];
  /** Where the parameters are, and how they are separated. */
  where: "user" | "password";
  style: "dash" | "underscore" | "dots";
  /** Prefix words before the account; all of them are required, in this order. */
  lead: readonly string[];
  keys: Keys;
  /** Words without a value. */
  words: Keys;
  unit: Unit;
  /** Default session duration; null if it is not documented. */
  minutes: number | null;
}

/** The names are the same in all languages. */
export const familyNames: Readonly<Record<Exclude<Family, "ours">, string>> = {
  brightdata: "Bright Data",
  oxylabs: "Oxylabs",
  decodo: "Decodo (Smartproxy)",
  iproyal: "IPRoyal",
  soax: "SOAX",
  netnut: "NetNut",
  webshare: "Webshare",
  packetstream: "PacketStream",
  luna: "922 / Luna / PyProxy",
  rayobyte: "Rayobyte",
  infatica: "Infatica",
  proxycheap: "Proxy-Cheap",
  nimble: "Nimble",
  geonode: "GeoNode",
  massive: "Massive",
  dataimpulse: "DataImpulse",
  evomi: "Evomi",
};
