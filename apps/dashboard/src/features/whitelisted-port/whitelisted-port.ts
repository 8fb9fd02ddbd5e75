/** A whitelisted port: its address, its fields for exports, and its remaining time. */
import type { WhitelistedPort } from "@turnpike/contract/whitelisted-port.ts";
import { curlWithoutPassword } from "@turnpike/rules/endpoint-snippets.ts";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";

export type { WhitelistedPort } from "@turnpike/contract/whitelisted-port.ts";

/** `host:port`, the form in which programs read it. */
export const addressOf = ({ host, port }: Pick<WhitelistedPort, "host" | "port">): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** One line per port, each terminated. */
export const linesOf = (rows: readonly WhitelistedPort[]): string =>
  rows.map((row) => `${addressOf(row)}\n`).join("");

/** The fields for exports; there are no credentials. */
export const fieldsOf = (row: WhitelistedPort): ProxyFields => ({
  host: row.host,
  port: row.port,
  user: "",
  password: "",
  country: row.country,
  city: row.city,
  expires: row.expiresAt,
  remark: row.remark,
});

/** A ready-to-run command, for a whitelisted address. */
export const curlOf = (row: WhitelistedPort, protocol: EndpointProtocol, target: string): string =>
  curlWithoutPassword({ host: row.host, port: row.port, protocol }, target);

/**
 * Milliseconds until it expires, `sinceMs` after the answer was received: counted from the answer,
 * since the server's clock may differ from this computer's.
 */
export const leftMs = ({ remainingSeconds }: WhitelistedPort, sinceMs: number): number =>
  Math.max(0, remainingSeconds * 1000 - Math.max(0, sinceMs));
