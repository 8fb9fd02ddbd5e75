/** Creates extraction links and presents them with their complete URL. */
import type { CallRequest } from "@turnpike/contract/call.ts";
import {
  type ApiLink,
  type apiLinkAdd,
  defaultSeparator,
  extractPath,
} from "@turnpike/contract/extraction.ts";
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { linkDefaults, linkUrl } from "@turnpike/rules/extraction-link.ts";
import { maxApiLinks } from "@turnpike/rules/pool.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import { namedPlace } from "../../inventory/exit/named-place.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import type { Services } from "../../platform/services.ts";
import { newToken, tokenHash } from "../../identity/session/token.ts";
import { countLinks, insertLink, type LinkRow, lockLinksOf } from "./store.ts";

/**
 * Creates a link. Fields of the other plan are ignored.
 * @throws Refusal noExitThere, tooManyLinks
 */
export function addLink(
  services: Services,
  accountId: string,
  { country, state, city, ...request }: CallRequest<typeof apiLinkAdd>,
): Promise<LinkRow> {
  const { world, seal } = services;
  return transaction(services.db, async (tx) => {
    await lockOpenAccount(tx, accountId);
    const {
      isp: _isp,
      ispName: _ispName,
      asn: _asn,
      ...place
    } = await namedPlace(tx, {
      country,
      state,
      city,
    });
    await lockLinksOf(tx, accountId);
    if ((await countLinks(tx, accountId)) >= maxApiLinks) throw new Refusal("tooManyLinks");
    const token = newToken(world);
    const { plan } = request;
    const row: LinkRow = {
      ...place,
      id: world.id(),
      accountId,
      sealedToken: seal.seal(token),
      plan,
      num: request.num ?? linkDefaults.num,
      hours: plan === "ip" ? (request.hours ?? linkDefaults.hours) : null,
      minutes: plan === "traffic" ? (request.minutes ?? linkDefaults.minutes) : null,
      format: request.format ?? linkDefaults.format,
      separator: request.separator ?? defaultSeparator,
      port: request.port ?? null,
      protocol: request.protocol ?? linkDefaults.protocol,
      remark: request.remark ?? "",
      createdAt: new Date(world.now()),
      lastUsedAt: null,
      uses: 0,
    };
    await insertLink(tx, row, hashOf(token) ?? "");
    return row;
  });
}

/** Hex SHA-256 under which a token is stored; null if `token` is malformed. */
export function hashOf(token: string): string | null {
  return tokenHash(token)?.toString("hex") ?? null;
}

/** Links as calls return them, in the order of `rows`. */
export function presentLinks(services: Services, rows: LinkRow[], lang: Lang): ApiLink[] {
  const countryName = countryNames(lang);
  const base = `${services.env.publicUrl}${extractPath}`;
  return rows.map(({ accountId: _own, sealedToken, ...row }) => ({
    ...row,
    url: linkUrl({ base, token: services.seal.open(sealedToken) }, row),
    countryName: row.country === "" ? "" : countryName(row.country),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }));
}
