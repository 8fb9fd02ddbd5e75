/** Detects which provider's dialect a proxy string uses, and with what confidence. */
import { commonKeys, dialects } from "./dialects.ts";
import type { Grammar } from "./parameters.ts";
import { countryCode } from "./places.ts";
import type { Dialect, Family } from "./terms.ts";

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

function grammarsOf(dialect: Dialect): Pick<Recognised, "user" | "password"> {
  const other = dialect.also ? { ...dialect, lead: [], style: dialect.also } : emptyGrammar;
  return dialect.where === "user"
    ? { user: dialect, password: other }
    : { user: other, password: dialect };
}

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

function isMarked({ mark, where }: Dialect, proxy: { username: string; password: string }) {
  const text = where === "user" ? proxy.username : proxy.password;
  const found = mark?.exec(text.toLowerCase());
  return found ? found[1] === undefined || countryCode(found[1]) !== null : false;
}

/** Words of our own grammar; only used if the host is not another provider's. */
const isOurs = (username: string) =>
  /^[a-z0-9]{6,22}(?:-[a-z]+-[a-z0-9_]+)+$/i.test(username) &&
  /-(?:region-[a-z]{2}|sid|zip|t|strict)(?:-|$)/i.test(username);
