/**
 * Generates the parts of the pages that come from code. A page has a comment `<!-- fill: NAME -->`
 * for each part, which is replaced when the page is served, so that tables never become outdated.
 */
import { accessByField, type Call, scopeOf } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import { refusals } from "@turnpike/contract/refusals.ts";
import { gatewaySentences } from "@turnpike/locales/gateway.ts";
import { grammarHelp } from "@turnpike/locales/grammar.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import { proxyToken } from "@turnpike/rules/brand.ts";
import { type Scope, scopes } from "@turnpike/rules/api-key.ts";
import type { Endpoint } from "@turnpike/rules/endpoint.ts";
import { snippet, type SnippetLanguage } from "@turnpike/rules/endpoint-snippets.ts";
import { globalEndpoint } from "../../inventory/geo/endpoints.ts";
import { grammarPattern, grammarWords } from "../../products/traffic/grammar.ts";
import { version } from "../../platform/version.ts";
import { gatewayRefusals } from "./gateway-refusals.ts";

/** What differs between installations. */
export interface DocsAddresses {
  /** The provider's name. */
  name: string;
  publicUrl: string;
  gatewayHost: string;
  gatewayPort: number;
  lookupPort: number;
  /** The URL fetched in examples, like `trafficInfo.exampleTarget`. */
  target: string;
}

export function docsAddresses(
  name: string,
  env: Environment & { publicUrl: string; lab: boolean },
): DocsAddresses {
  const gateway = globalEndpoint(env);
  return {
    name,
    publicUrl: env.publicUrl,
    gatewayHost: gateway.host,
    gatewayPort: gateway.port,
    lookupPort: env.LOOKUP_PORT,
    target: env.lab ? `http://127.0.0.1:${env.LAB_TARGET_PORT}/ip` : "https://example.com/",
  };
}

const cell = (text: string) => text.replaceAll("|", "\\|");
function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
const code = (text: string) => `\`${text}\``;

/** What each code means, whatever the reason (spec/api#codes). */
const codeMeanings: Record<number, string> = {
  300: "The session is missing, unknown, expired, or was ended by another sign-in",
  400: "A field is missing or invalid",
  401: "Wrong e-mail, password or code",
  402: "Not enough balance, traffic or stock",
  403: "Not permitted",
  404: "Not found in this account",
  405: "Method not allowed for this path",
  409: "Conflicts with existing data",
  410: "Expired or used up",
  413: "The body is larger than 64 KiB",
  415: "The body is neither a form nor JSON",
  429: "Too many requests",
  460: "MFA is bound: the call needs `mfaCode`",
  461: "The MFA code is wrong or was already used",
  500: "Internal error",
  503: "Temporarily unavailable",
};
const codes = [...new Set(Object.values(refusals))].sort((a, b) => a - b);

/** The table of all codes, and below it the tables of refusals by code. */
const codeTable = () =>
  table(
    ["code", "means"],
    [["0", "Done"], ...codes.map((one) => [String(one), codeMeanings[one] ?? ""])],
  );
function refusalTables(): string {
  const sections = codes.map((one) => {
    const reasons = (Object.keys(refusals) as (keyof typeof refusals)[]).filter(
      (reason) => refusals[reason] === one,
    );
    const rows = reasons.map((reason) => [code(reason), refusalSentence("en", reason)]);
    return `### ${one}: ${codeMeanings[one]?.replaceAll("`", "")}\n\n${table(["reason", "sentence"], rows)}`;
  });
  return sections.join("\n\n");
}

function grammarTable(): string {
  const help = grammarHelp("en");
  const rows = grammarWords.map(({ name, aliases, example }) => [
    [name, ...aliases].map(code).join(" "),
    code(`-${name}-${example}`),
    help[name],
  ]);
  return table(["parameter and aliases", "example", "description"], rows);
}

function gatewayTable(): string {
  const rows = Object.entries(gatewayRefusals).map(([reason, [status, socks]]) => {
    const { text, fix } = gatewaySentences("en", reason);
    return [String(status), String(socks).padStart(2, "0"), code(reason), text, fix];
  });
  rows.sort(([one = ""], [other = ""]) => one.localeCompare(other));
  return table(["HTTP", "SOCKS5", "reason", "means", "what to do"], rows);
}

const languageOfCode: Partial<Record<SnippetLanguage, string>> = {
  curl: "sh",
  node: "js",
  playwright: "js",
};
/** An example program from the dashboard's endpoint generator, with placeholder credentials. */
function program(language: SnippetLanguage, place: DocsAddresses): string {
  const endpoint: Endpoint = {
    protocol: "http",
    host: place.gatewayHost,
    port: place.gatewayPort,
    username: "NAME-region-DE",
    password: "PASSWORD",
  };
  const { code: text, notes } = snippet(language, endpoint, place.target);
  const install = notes.find((one) => one.note === "install");
  const first = install ? `\`\`\`sh\n${install.command}\n\`\`\`\n\n` : "";
  return `${first}\`\`\`${languageOfCode[language] ?? language}\n${text.trimEnd()}\n\`\`\``;
}

/** The table of scopes: each with its calls, and fields that need more (spec/accounts#scopes). */
function scopeTable(): string {
  const all: Call[] = Object.values(calls);
  const withScope = (scope: Scope | null) =>
    all.filter(({ access }) => access !== "visitor" && scopeOf(access) === scope);
  const more = (call: Call) => accessByField(call).map(([field, access]) => `${field}: ${access}`);
  const shown = (call: Call) =>
    [code(call.path), ...(more(call).length > 0 ? [`(with ${more(call).join(", ")})`] : [])].join(
      " ",
    );
  const rows = [...scopes, null].map((scope) => [
    scope === null ? "none (a session)" : code(scope),
    withScope(scope).map(shown).join(", "),
  ]);
  return table(["scope", "calls"], rows);
}

const parts: Record<string, (place: DocsAddresses) => string> = {
  scopes: scopeTable,
  codes: codeTable,
  refusals: refusalTables,
  "grammar-pattern": () => `\`\`\`text\n${grammarPattern}\n\`\`\``,
  grammar: grammarTable,
  "gateway-refusals": gatewayTable,
  "program-curl": (place) => program("curl", place),
  "program-python": (place) => program("python", place),
  "program-node": (place) => program("node", place),
  "program-playwright": (place) => program("playwright", place),
};

/**
 * Fills in a page's generated parts and replaces the product's name and the lab's addresses with
 * this installation's.
 * `more` are parts that only the caller has.
 */
export function fillPlaceholders(
  source: string,
  place: DocsAddresses,
  more: Record<string, string> = {},
): string {
  const here = source
    .replaceAll(/\bTurnpike\b/g, () => place.name)
    .replaceAll("Proxy-Status: turnpike;", `Proxy-Status: ${proxyToken(place.name)};`)
    .replaceAll("proxy_api_client-VERSION", `proxy_api_client-${version}`)
    .replaceAll("http://127.0.0.1:3000", place.publicUrl)
    .replaceAll("http://127.0.0.1:7999/ip", place.target)
    .replaceAll("127.0.0.1:7000", `${place.gatewayHost}:${place.gatewayPort}`)
    .replaceAll("127.0.0.1:4100", `${place.gatewayHost}:${place.lookupPort}`);
  return here.replaceAll(/<!-- fill: ([a-z-]+) -->/g, (_, name: string) => {
    const content = more[name] ?? parts[name]?.(place);
    if (content === undefined) throw new Error(`no part of the documentation is called ${name}`);
    return content;
  });
}
