import type { CallParameters } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";

export const keyKinds = ["ip", "traffic"] as const;
export const keyStatuses = ["unused", "used", "void"] as const;
const filterNames = ["search", "status", "kind"] as const;

/** The URL's values, empty if not set. */
export type KeyFilter = Record<(typeof filterNames)[number], string>;
export const noFilter: KeyFilter = { search: "", status: "", kind: "" };

/** The request for a filter; unknown values are ignored. */
export function parametersOf({ search, status, kind }: KeyFilter): CallParameters<"cdkeys"> {
  return {
    search: search || undefined,
    status: keyStatuses.find((option) => option === status),
    kind: keyKinds.find((option) => option === kind),
  };
}

/** The page of the account's keys selected by the URL. */
export function useKeys() {
  const url = useTableUrl();
  const [filter, setFilter] = useUrlText(filterNames);
  const parameters = parametersOf(filter);
  const { page, limit } = url;
  const list = useCall("cdkeys", { page, limit, ...parameters }, { keepLast: true });
  useLastPage(url, list.data);
  const filtered = Object.values(parameters).some((value) => value !== undefined);
  return { list, url, filter, setFilter, question: parameters, filtered };
}
