/** The words for what stands in a proxy string, and whose it is. */

/** What a part of a proxy string can mean. */
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
  /** Ends of the host names. */
  hosts: readonly string[];
  /** Where the parameters are written, and how they are parted. */
  where: "user" | "password";
  style: "dash" | "underscore" | "dots";
  /** Words before the account: all of them stand there, in this order. */
  lead: readonly string[];
  keys: Keys;
  /** Words that stand alone. */
  words: Keys;
  unit: Unit;
  /** How long a session lasts where nothing is said; null: that is not documented. */
  minutes: number | null;
}

/** The names are the same in every language. */
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
