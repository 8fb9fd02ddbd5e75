/** The dashboard screen for a search result, with the result selected. */
import type { FoundKind, FoundRow } from "../../platform/search.ts";

const at = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`;

const plans = { port: "/cli/unlimit-proxies", bandwidth: "/cli/unlimit-bandwidth" } as const;

/** The screen and id of a plan, from `owner`. */
function planOf(owner: string): { path: string; plan: string } {
  const [kind, plan = ""] = owner.split(" ");
  return { path: kind === "bandwidth" ? plans.bandwidth : plans.port, plan };
}

const ways: Record<FoundKind, (row: FoundRow) => string> = {
  subAccount: ({ name }) => at("/cli/traffic-use", { q: name }),
  static: ({ id, name }) => at("/cli/static-proxies", { search: name, ip: id }),
  short: ({ id, name }) => at("/cli/static-short-proxies", { search: name, ip: id }),
  openedIp: ({ name, owner }) => at(`/cli/isp-${owner}`, { tab: "opened", find: name }),
  plan: ({ owner }) => at(planOf(owner).path, { plan: planOf(owner).plan }),
  port: ({ id, name, owner }) => {
    const { path, plan } = planOf(owner);
    return at(path, { plan, find: name, port: id });
  },
  whitePort: ({ name }) => at("/cli/api-white-model", { search: name }),
  whitelist: ({ name }) => at("/cli/white-manage", { q: name }),
  link: ({ name }) => at("/cli/api-extract", { find: name }),
  order: ({ name }) => at("/cli/billing", { order: name }),
  webhook: ({ id }) => at("/cli/setting", { tab: "developers", webhook: id }),
};

/** Returns the path and query of the screen. */
export const screenOf = (row: FoundRow): string => ways[row.kind](row);
