import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useCall } from "../../lib/queries.ts";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { kindCalls } from "./use-plan.ts";

/** How often expiry, open ports and stock are refetched. */
export const REFRESH_MS = 20_000;
export const filterStatuses = ["active", "expired"] as const;

/** The page of the account's plans selected by the URL. */
export function usePlans(kind: UnlimitedKind) {
  const url = useTableUrl();
  const [filter, setFilter] = useUrlText(["status"]);
  const status = filterStatuses.find((option) => option === filter.status);
  const parameters = { page: url.page, limit: url.limit, ...(status ? { status } : {}) };
  const options = { keepLast: true, everyMs: REFRESH_MS };
  const list = useCall(kindCalls[kind].list, parameters, options);
  useLastPage(url, list.data);
  return {
    list,
    url,
    status,
    setStatus: (next: string) => setFilter({ status: next }),
  };
}
export type Plans = ReturnType<typeof usePlans>;
