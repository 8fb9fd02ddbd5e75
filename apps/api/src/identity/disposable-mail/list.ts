/** The list of providers of throw-away mailboxes, read when it is first needed. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const domainsOf = (file: string) => JSON.parse(readFileSync(file, "utf8")) as string[];

let listed: Set<string> | undefined;

/** Some 120,000 domains, and 400 whose subdomains are given away. */
export function isListedDomain(domain: string): boolean {
  listed ??= new Set([
    ...domainsOf(require.resolve("disposable-email-domains/index.json")),
    ...domainsOf(require.resolve("disposable-email-domains/wildcard.json")),
  ]);
  return listed.has(domain);
}
