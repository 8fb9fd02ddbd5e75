/** Whitelisted ports as calls answer them. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { WhitelistedPort } from "@turnpike/contract/whitelisted-port.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import type { Services } from "../../platform/services.ts";
import type { WhitelistedPortRow } from "./store.ts";

/** In their order. */
export function presentWhitelistedPorts(
  { world, env }: Services,
  rows: WhitelistedPortRow[],
  lang: Lang,
): WhitelistedPort[] {
  const now = world.now();
  const host = env.GATEWAY_PUBLIC_HOST ?? env.HOST;
  const countryName = countryNames(lang);
  return rows.map(({ accountId: _own, asn, createdAt, expiresAt, ...row }) => ({
    ...row,
    host,
    countryName: row.country === "" ? "" : countryName(row.country),
    asn: asn ?? 0,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    remainingSeconds: Math.max(0, Math.ceil((expiresAt.getTime() - now) / 1_000)),
  }));
}
