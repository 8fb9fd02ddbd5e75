/** The dashboard screen for a search result, with the result selected. */
import type { FoundKind, FoundRow } from "../../platform/search.ts";

const withQuery = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`;

const plans = { port: "/cli/unlimit-proxies", bandwidth: "/cli/unlimit-bandwidth" } as const;

/** The screen and id of a plan, from `owner`. */
function planOf(owner: string): { path: string; plan: string } {
  const [kind, plan = ""] = owner.split(" ");
  return { path: kind === "bandwidth" ? plans.bandwidth : plans.port, plan };
}

const screenUrls: Record<FoundKind, (row: FoundRow) => string> = {
  subAccount: ({ name }) => withQuery("/cli/traffic-use", { q: name }),
  static: ({ id, name }) => withQuery("/cli/static-proxies", { search: name, ip: id }),
  short: ({ id, name }) => withQuery("/cli/static-short-proxies", { search: name, ip: id }),
  openedIp: ({ name, owner }) => withQuery(`/cli/isp-${owner}`, { tab: "opened", find: name }),
  plan: ({ owner }) => withQuery(planOf(owner).path, { plan: planOf(owner).plan }),
  port: ({ id, name, owner }) => {
    const { path, plan } = planOf(owner);
    return withQuery(path, { plan, find: name, port: id });
  },
  whitePort: ({ name }) => withQuery("/cli/api-white-model", { search: name }),
  whitelist: ({ name }) => withQuery("/cli/white-manage", { q: name }),
  link: ({ name }) => withQuery("/cli/api-extract", { find: name }),
  order: ({ name }) => withQuery("/cli/billing", { order: name }),
  webhook: ({ id }) => withQuery("/cli/setting", { tab: "developers", webhook: id }),
};

/** Returns the path and query of the screen. */
export const screenOf = (row: FoundRow): string => screenUrls[row.kind](row);
