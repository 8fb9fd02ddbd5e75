/**
 * Lines of lists of domains as they are published: plain names, hosts files, `||domain^` of ad
 * blockers, with comments and names in any script (spec/operator#target-policy).
 */
import { parseHost } from "./destination.ts";
import { toAscii } from "./domain-name.ts";
import { parseIpv4, parseIpv6 } from "./ip-address.ts";

/** What a line says: names (none for a comment), or why it says nothing that can be used. */
export type ListLine = { names: readonly string[] } | { fault: ListFault };

/** Why a line is left out. */
export const listFaults = [
  "not a domain name",
  "an address: block it by itself",
  "an exception, which a list cannot have",
  "a rule with options, which is not about a whole domain",
  "one label: write *.label for a whole top-level domain",
  "longer than 1,000 characters",
] as const;
export type ListFault = (typeof listFaults)[number];
const [notName, address, exception, options, oneLabel, tooLong] = listFaults;

export const maxLineLength = 1_000;
const nothing: ListLine = { names: [] };
/** What hosts files of systems begin with. */
const ownNames = new Set(
  "localhost localhost.localdomain local broadcasthost ip6-localhost ip6-loopback ip6-localnet ip6-mcastprefix ip6-allnodes ip6-allrouters ip6-allhosts".split(
    " ",
  ),
);
/** The common case, read without building anything. */
const plainName = /^(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/;
/** Options that leave `||domain^` a rule about the whole domain. */
const wholeOptions = /^\$(?:(?:all|document|doc|important)(?:,|$))+$/;

/** Reads a line. */
export function readListLine(given: string): ListLine {
  if (given.length > maxLineLength) return { fault: tooLong };
  if (given.length <= 253 && plainName.test(given)) return { names: [given] };
  const line = given.replace(/^\ufeff/, "").trim();
  if (line === "" || /^(?:[#!;]|\/\/|\[Adblock)/i.test(line)) return nothing;
  if (line.startsWith("@@")) return { fault: exception };
  if (line.startsWith("||")) return readRule(line.slice(2));
  const [first = "", ...others] = line.replace(/\s[#;].*$/, "").split(/\s+/);
  if (!isAddress(first)) return others.length === 0 ? readNames([first]) : { fault: notName };
  if (others.length === 0) return { fault: address };
  return readNames(others.filter((name) => !ownNames.has(name.toLowerCase()) && !isAddress(name)));
}

/** The part of an ad blocker's rule after `||`. */
function readRule(rule: string): ListLine {
  const { name = "", rest = "" } = /^(?<name>[^^$/|]*)(?<rest>.*)$/.exec(rule)?.groups ?? {};
  const after = rest.replace(/^\^?\|?/, "");
  if (after !== "" && !wholeOptions.test(after)) return { fault: options };
  return isAddress(name) ? { fault: address } : readNames([name]);
}

function readNames(written: string[]): ListLine {
  const names: string[] = [];
  for (const each of written) {
    const read = readName(each);
    if ("fault" in read) return read;
    names.push(read.name);
  }
  return { names };
}

function readName(written: string): { name: string } | { fault: ListFault } {
  const wildcard = written.startsWith("*.");
  const ascii = toAscii(wildcard ? written.slice(2) : written.replace(/^\./, ""));
  const read = ascii === null ? null : parseHost(ascii, 80);
  if (read === null || "bad" in read || read.target.kind !== "name") return { fault: notName };
  const { host } = read.target;
  return host.includes(".") || wildcard ? { name: host } : { fault: oneLabel };
}

const isAddress = (text: string) =>
  parseIpv4(text) !== null || (text.includes(":") && parseIpv6(text.split("%")[0] ?? "") !== null);
