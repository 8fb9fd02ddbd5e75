/** Looks up addresses: one, several, or those of the pool (spec/lookup#calls). */
import { type LookedUp, maxLookupAddresses } from "@turnpike/contract/lookup.ts";
import type { PoolFilter } from "@turnpike/contract/place-fields.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { maskIp } from "@turnpike/rules/pool.ts";
import { listPoolExits } from "../../inventory/exit/store/pool.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import { openExits } from "../pool/store/opened-ips.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import type { Services } from "../../platform/services.ts";
import type { LookupCaller } from "./caller.ts";
import { addressInfo, presentExit } from "./address-info.ts";
import { keptPage } from "./kept-pages.ts";

/**
 * Looks up one address, by default the caller's own.
 * @throws Refusal badIp
 */
export async function lookUpOne(
  services: Services,
  { ip }: { ip?: string | undefined },
  { ip: own, lang }: LookupCaller,
): Promise<LookedUp> {
  const address = canonicalAddress(ip ?? own);
  if (address === null) throw new Refusal("badIp", { field: "ip" });
  const [found] = await addressInfo(services, [address], lang);
  if (found === undefined) throw new Refusal("badIp", { field: "ip" });
  return found;
}

type LookUpListRequest = PoolFilter & {
  ips?: string[] | undefined;
  page?: number | undefined;
  limit?: number | undefined;
};
interface LookedUpPage {
  items: LookedUp[];
  total: number;
  page: number;
  limit: number;
}

/**
 * Looks up several addresses, in their order; or lists online exits of the pool, fastest first.
 * Pool addresses are masked unless the caller has them open.
 * @throws Refusal badIp, which names the entry
 */
export async function lookUpList(
  services: Services,
  request: LookUpListRequest,
  { accountId, lang }: LookupCaller,
): Promise<LookedUpPage> {
  const { ips, page = 1, limit = maxLookupAddresses, ...filter } = request;
  if (ips !== undefined) {
    const addresses = ips.map((entry) => {
      const address = canonicalAddress(entry);
      if (address === null) throw new Refusal("badIp", { field: "ips", entry });
      return address;
    });
    const items = await addressInfo(services, addresses, lang);
    return { items, total: items.length, page: 1, limit: maxLookupAddresses };
  }
  const offset = (page - 1) * limit;
  const opened = openExits(accountId || nilUuid, new Date(services.world.now()));
  const listed = { filter, offset, limit, opened };
  const { exits, total } =
    accountId === ""
      ? await keptPage(services, [filter, offset, limit], () => listPoolExits(services, listed))
      : await listPoolExits(services, listed);
  const name = countryNames(lang);
  const items = exits.map((exit) => {
    const ip = exit.opened ? exit.ip : maskIp(exit.ip);
    return presentExit(exit, { ip, inPool: true, name });
  });
  return { items, total, page, limit };
}
