/** Field types of environment variables. */
import { canonicalNetwork } from "@turnpike/rules/network.ts";
import { z } from "zod";

/** A URL that receives tokens or secrets: https, or http on this machine. */
export const safeUrl = z.url({ protocol: /^https?$/ }).refine((url) => {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}, "has to be https");
export const providerUrl = (fallback: string) => safeUrl.default(fallback);
/** An address to listen on; IPv6 with or without brackets. */
export const host = z
  .string()
  .default("127.0.0.1")
  .transform((text) => text.trim().replace(/^\[(.*)\]$/, "$1"));
export const port = (fallback: number) =>
  z.coerce.number().int().min(0).max(65535).default(fallback);
/** Maximum number of ports of a static exit; the API stores as many (exit/health.ts). */
export const maxStaticPorts = 100;
/** Parses comma-separated ports and ranges (`A-B`); keeps their order. */
export const portList = (fallback: string, mostPorts: number) =>
  z
    .string()
    .regex(/^\s*\d{1,5}(-\d{1,5})?(\s*,\s*\d{1,5}(-\d{1,5})?)*\s*$/, "is a list of ports")
    .default(fallback)
    .transform((text) => [...new Set(text.split(",").flatMap(portsOf))])
    .refine((ports) => ports.every((one) => one >= 1 && one <= 65_535), "is a list of ports")
    .refine((ports) => ports.length <= mostPorts, `has at most ${mostPorts} ports`);

/** Like `portList`, but also accepts `none` (no ports); undefined if not set. */
export const udpPorts = z
  .string()
  .transform((text) => (text.trim() === "none" ? [] : text.split(",").flatMap(portsOf)))
  .refine((ports) => ports.every((one) => one >= 1 && one <= 65_535), "is a list of ports")
  .optional();

/** Comma-separated values; empty ones are dropped, each must match. */
export const list = (each: RegExp, what: string) =>
  z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .refine((values) => values.every((one) => each.test(one)), `is a list of ${what}`);

/** Returns the ports of `A` or `A-B`. */
export function portsOf(range: string): number[] {
  const [first = 0, last = first] = range.trim().split("-").map(Number);
  return Array.from(
    { length: Math.min(Math.max(0, last - first + 1), 65_536) },
    (_, at) => first + at,
  );
}

/** Comma-separated networks in CIDR notation and single addresses, in canonical form. */
export const networkList = list(/./, "networks").transform((texts, context) => {
  const networks = texts.map((text) => canonicalNetwork(text));
  const wrong = texts.find((_text, at) => networks[at] === null);
  if (wrong !== undefined) context.addIssue(`${wrong} is no network (10.0.0.0/8, 192.0.2.1)`);
  return networks.filter((network) => network !== null);
});

/** Comma-separated hosts with or without a port (443 is none), as in a URL of `wss:`. */
export const hostList = list(/^[^\s/@?#]+$/, "hosts").transform((texts, context) => {
  const hosts = texts.map((text) => {
    return URL.canParse(`wss://${text}`) ? new URL(`wss://${text}`).host : null;
  });
  const wrong = texts.find((_text, at) => hosts[at] === null);
  if (wrong !== undefined)
    context.addIssue(`${wrong} is no host (api.example.com, [2001:db8::1]:3000)`);
  return hosts.filter((host) => host !== null);
});

/** Cannot be mistaken for an option of age or gpg. */
export const recipient = z
  .string()
  .regex(/^[A-Za-z0-9<][^\r\n]*$/, "is an age recipient or an OpenPGP key")
  .optional();

/** On or off: 1 or 0. */
export const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((text) => text === "1");

/** Formats a host for use before `:port`: puts an IPv6 address in brackets. */
export const inUrl = (host: string) => (host.includes(":") ? `[${host}]` : host);
