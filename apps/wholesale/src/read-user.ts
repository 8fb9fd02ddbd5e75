/**
 * Reads what a user name and a password ask for, by a preset's templates. This is the other side of
 * the wire: it shares no code with what writes them, or one fault would hide in both.
 */
import type { Preset } from "@turnpike/proxy-strings/upstream/presets.ts";

/** As it was sent; absent: not asked for. */
export interface Asked {
  country?: string;
  state?: string;
  city?: string;
  postal?: string;
  isp?: string;
  asn?: string;
  session?: string;
  minutes?: number;
}
export type Account = Readonly<Record<string, string>>;

/** How a field's value looks; the shortest text that fits the rest. */
const shapes: Readonly<Record<string, string>> = {
  session: "[A-Za-z0-9]+?",
  minutes: "[0-9]+?",
  asn: "[0-9]+?",
};

/** Returns a reader for one account; null: the login is not that account's. */
export function userReader(
  preset: Pick<Preset, "user" | "password">,
  account: Account,
): (user: string, password: string) => Asked | null {
  const users = preset.user.map((text) => matcher(text, account));
  const passwordMatcher = matcher(preset.password, account);
  return (user, password) => {
    const second = passwordMatcher(password);
    if (second === null) return null;
    for (const read of users) {
      const first = read(user);
      if (first !== null) return { ...first, ...second };
    }
    return null;
  };
}

function matcher(template: string, account: Account): (text: string) => Asked | null {
  const expression = new RegExp(`^${patternOf(template, account)}$`);
  const inSeconds = /\{minutes:s[,|}]/.test(template);
  return (text) => {
    const groups = expression.exec(text)?.groups;
    if (!expression.test(text)) return null;
    const found = Object.entries(groups ?? {}).filter(([, value]) => value !== undefined);
    const { minutes, ...asked } = Object.fromEntries(found) as Record<string, string>;
    if (minutes === undefined) return asked;
    return { ...asked, minutes: Number(minutes) / (inSeconds ? 60 : 1) };
  };
}

/** A template as an expression: brackets are optional groups, fields are named groups. */
function patternOf(template: string, account: Account): string {
  return template.replaceAll(
    /\{(\w+)[^|}]*(?:\|([^}]*))?\}|[[\]]|[^[\]{}]+/g,
    (part, field, other) => {
      if (part === "[") return "(?:";
      if (part === "]") return ")?";
      if (field === undefined) return escaped(part);
      const own = account[field];
      if (own !== undefined) return escaped(own);
      const group = `(?<${field}>${shapes[field] ?? ".+?"})`;
      return other === undefined ? group : `(?:${escaped(other)}|${group})`;
    },
  );
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
