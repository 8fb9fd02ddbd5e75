/** A whitelisted port as the screen needs it: how it is reached, and when it expires. */
import type { WhitelistedPort } from "@turnpike/contract/whitelisted-port.ts";
import { curlWithoutPassword } from "@turnpike/rules/endpoint-snippets.ts";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import type { ProxyFields } from "@turnpike/rules/proxy-format.ts";

export type { WhitelistedPort } from "@turnpike/contract/whitelisted-port.ts";

/** `host:port`, as programs read it. */
export const addressOf = ({ host, port }: Pick<WhitelistedPort, "host" | "port">): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** One line for each, every line ended. */
export const linesOf = (rows: readonly WhitelistedPort[]): string =>
  rows.map((row) => `${addressOf(row)}\n`).join("");

/** Its fields as exports have them; nobody signs in. */
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

/** A command that works at once, from a whitelisted address. */
export const curlOf = (row: WhitelistedPort, protocol: EndpointProtocol, target: string): string =>
  curlWithoutPassword({ host: row.host, port: row.port, protocol }, target);

/**
 * Milliseconds until it ends, `sinceMs` after it was answered: counted from the answer, since the
 * product's clock need not be this computer's.
 */
export const leftMs = ({ remainingSeconds }: WhitelistedPort, sinceMs: number): number =>
  Math.max(0, remainingSeconds * 1000 - Math.max(0, sinceMs));
