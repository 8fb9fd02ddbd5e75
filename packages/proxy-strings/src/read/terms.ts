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

export type Family =
  | "ours"
  | "brightdata"
  | "oxylabs"
  | "decodo"
  | "iproyal"
  | "soax"
  | "netnut"
  | "webshare"
  | "packetstream"
  | "luna"
  | "rayobyte"
  | "infatica"
  | "proxycheap"
  | "smartproxyorg"
  | "nimble"
  | "geonode"
  | "massive"
  | "dataimpulse"
  | "evomi"
  | "proxyseller"
  | "anyip"
  | "thordata"
  | "proxyempire"
  | "nodemaven"
  | "proxiessx";

/**
 * `NAME-key-value`, `NAME_key_value`, `NAME_key-value`, `NAME__key.value;key.value`,
 * `NAME,key_value,key_value`, and values without names: `wifi;us;;texas;`.
 */
export type Style = "dash" | "bars" | "underscore" | "dots" | "commas" | "positional";
export type Keys = Readonly<Record<string, Meaning>>;
/** All that is known about how one provider writes a request: the only table of it for readers. */
export interface Dialect {
  family: Family;
  /** The provider's name, the same in all languages; empty for our own. */
  name: string;
  /**
   * What only this provider writes, in lower case. If the expression has a group, that must be the
   * name of a country.
   */
  mark?: RegExp;
  /** Suffixes of the host names. */
  hosts: readonly string[];
  /** Where the parameters are, and how they are separated. */
  where: "user" | "password";
  style: Style;
  /** The parameters may be in the other of the two as well, in this style. */
  also?: Style;
  /** The meanings of the values of a `positional` text, in order. */
  order?: readonly Meaning[];
  /** Keys whose value is a country, a state and a city in one: `res_sc-us_texas_austin`. */
  joined?: readonly string[];
  /** Prefix words before the account; all of them are required, in this order. */
  lead: readonly string[];
  /** Customers of this provider may leave the prefix words out. */
  leadOptional?: boolean;
  /** Places and numbers appear without a name, as in `NAME-US-1` and `NAME-US-rotate`. */
  bare?: boolean;
  keys: Keys;
  /** Words without a value. */
  words: Keys;
  unit: Unit;
  /** Default session duration; null if it is not documented. */
  minutes: number | null;
}
