/** Lists places and online exits of the ISP pool (spec/pool#search). */
import { maskIp } from "@turnpike/rules/pool.ts";
import { listPoolExits } from "../../inventory/exit/store/pool.ts";
import {
  onlineByCity,
  onlineByIsp,
  onlineByNetwork,
  onlineByPostal,
} from "../../inventory/exit/store/pool-counts.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { openExits } from "./store/opened-ips.ts";
import type { Services } from "../../platform/services.ts";
import { countryNames } from "../../platform/geo/country-names.ts";

type PoolPlaceCalls = Pick<Handlers, "city" | "postal" | "isp" | "asn" | "ipList">;

export function poolPlaceCalls(services: Services): PoolPlaceCalls {
  const { db, world } = services;
  return {
    city: async (filter) => ({ items: await onlineByCity(db, filter) }),
    postal: async (filter) => ({ items: await onlineByPostal(db, filter) }),
    isp: async (filter) => ({ items: await onlineByIsp(db, filter) }),
    asn: async (filter) => ({ items: await onlineByNetwork(db, filter) }),
    ipList: async ({ page, limit, ...filter }, { accountId, lang }) => {
      const offset = (page - 1) * limit;
      const opened = openExits(accountId, new Date(world.now()));
      const { exits, total } = await listPoolExits(services, { filter, offset, limit, opened });
      const name = countryNames(lang);
      const items = exits.map(({ ip, measuredAt, ...exit }) => ({
        ...exit,
        ip: exit.opened ? ip : maskIp(ip),
        measuredAt: measuredAt?.toISOString() ?? null,
        countryName: name(exit.country),
      }));
      return { items, total, page, limit };
    },
  };
}
