/** Detects which provider's dialect a proxy string uses, and with what confidence. */
import { commonKeys, dialects } from "./foreign-dialects.ts";
import type { Grammar } from "./foreign-parameters.ts";
import { countryCode } from "./foreign-places.ts";
import type { Dialect, Family } from "./foreign-terms.ts";

/** `certain`: the host is theirs; `likely`: only they write so; `possible`: others do too. */
export type Confidence = "certain" | "likely" | "possible";
export interface Recognised {
  family: Family | null;
  confidence: Confidence | null;
  user: Grammar;
  password: Grammar;
}

const emptyGrammar: Grammar = {
  family: null,
  lead: [],
  keys: {},
  words: {},
  unit: "minutes",
  style: "dash",
};
const common: Grammar = { ...emptyGrammar, keys: commonKeys };
const commonPassword: Grammar = { ...common, style: "underscore" };
/** A password is only parsed for parameters if it contains one of these. */
const PASSWORD_KEYS = /_(?:country|session|lifetime|streaming|city|state|region)-[^_]/i;

const grammarsOf = (dialect: Dialect): Pick<Recognised, "user" | "password"> =>
  dialect.where === "user"
    ? { user: dialect, password: emptyGrammar }
    : { user: emptyGrammar, password: dialect };

/** Detects the dialect. `hosts`: the hosts of our own gateways. */
export function recognise(
  proxy: { host: string; username: string; password: string },
  hosts: readonly string[],
): Recognised {
  const host = proxy.host.toLowerCase();
  const byHost = dialects.find(({ family, hosts: ends }) =>
    family === "ours"
      ? hosts.includes(host)
      : ends.some((end) => host === end || host.endsWith(`.${end}`)),
  );
  if (byHost) return { family: byHost.family, confidence: "certain", ...grammarsOf(byHost) };
  const likely = dialects.find((dialect) => isMarked(dialect, proxy));
  if (likely) return { family: likely.family, confidence: "likely", ...grammarsOf(likely) };
  const password = PASSWORD_KEYS.test(proxy.password) ? commonPassword : emptyGrammar;
  const own = isOurs(proxy.username) ? dialects.find(({ family }) => family === "ours") : undefined;
  if (own) return { family: "ours", confidence: "possible", ...grammarsOf(own) };
  return { family: null, confidence: null, user: common, password };
}

/** Patterns that only one provider uses, in lower case: a prefix before the account, or a name. */
const marks: Partial<Record<Family, (text: string) => boolean>> = {
  brightdata: (text) => /^(?:brd|lum)-customer-/.test(text),
  oxylabs: (text) => text.startsWith("customer-"),
  decodo: (text) => text.includes("-sessionduration-"),
  iproyal: (text) => /_(?:streaming|forcerandom)-|_lifetime-\d+[smhd](?:_|$)/.test(text),
  soax: (text) => /^package-\d/.test(text),
  netnut: (text) => /-(?:res|stc|dc|mob)-(?:[a-z]{2}|any)(?:-|$)/.test(text),
  webshare: (text) => text.endsWith("-rotate"),
  packetstream: (text) => isNamed(/_country-([a-z]{4,})/.exec(text)?.[1]),
  luna: (text) => /-zone-[a-z0-9]{1,40}-(?:region|cc)-/.test(text),
  nimble: (text) => text.startsWith("account-") && text.includes("-pipeline-"),
  massive: (text) => /-(?:sessionttl|sessionmode|subdivision)-/.test(text),
  dataimpulse: (text) => /__(?:cr|country|sessid|sessttl|state|city|zip|asn)\./.test(text),
  evomi: (text) => text.includes("_hardsession-"),
};

function isMarked(dialect: Dialect, proxy: { username: string; password: string }): boolean {
  const text = dialect.where === "user" ? proxy.username : proxy.password;
  return marks[dialect.family]?.(text.toLowerCase()) ?? false;
}

const isNamed = (name: string | undefined) => name !== undefined && countryCode(name) !== null;

/** Words of our own grammar; only used if the host is not another provider's. */
const isOurs = (username: string) =>
  /^[a-z0-9]{6,22}(?:-[a-z]+-[a-z0-9_]+)+$/i.test(username) &&
  /-(?:region-[a-z]{2}|sid|zip|t|strict)(?:-|$)/i.test(username);
