/** What makes a line of an operator's list a modem (spec/supply#modems). */
import { createHash } from "node:crypto";
import { isAllowedHost } from "@turnpike/proxy-strings/upstream/judge.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { wholeNumber } from "./csv-place.ts";

const defaultMinSeconds = 60;
const mostSeconds = 86_400;
const maxUrl = 2_000;

/**
 * What a modem has as its exit's `ip`: an address of the discard prefix (RFC 6666). Modems of one
 * carrier share addresses, and each has many, so none of them identifies one.
 */
export function modemIdentity({ host, port, user }: { host: string; port: number; user: string }) {
  const digest = createHash("sha256")
    .update(JSON.stringify([host, port, user]))
    .digest("hex");
  const groups = digest.slice(0, 16).match(/.{4}/g) ?? [];
  const identity = canonicalAddress(`100::${groups.join(":")}`);
  if (identity === null) throw new Error("a modem has no identity");
  return identity;
}

/**
 * Parses the columns of a rotation. Whoever writes an error never writes the link, which often has a
 * password.
 * @throws Error that names the column
 */
export function rotationOf(
  row: { rotate_url?: string; rotate_min_seconds?: string },
  networks: readonly string[],
): { rotateUrl: string; rotateMinSeconds: number } {
  const { rotate_url: link = "", rotate_min_seconds: seconds = "" } = row;
  if (link === "") {
    if (seconds !== "" && seconds !== "0") throw new Error("rotate_min_seconds needs rotate_url");
    return { rotateUrl: "", rotateMinSeconds: 0 };
  }
  const url = link.length > maxUrl ? null : URL.parse(link);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error("rotate_url must begin with http:// or https://");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Names are resolved and judged when the link is called.
  if (canonicalAddress(host) !== null && !isAllowedHost(host, networks))
    throw new Error(`rotate_url: ${host} is in no network of EXIT_NETWORKS`);
  const rotateMinSeconds =
    seconds === ""
      ? defaultMinSeconds
      : wholeNumber(seconds, { max: mostSeconds, what: "rotate_min_seconds" });
  return { rotateUrl: link, rotateMinSeconds };
}
