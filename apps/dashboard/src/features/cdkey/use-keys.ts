import type { Question } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";

export const keyKinds = ["ip", "traffic"] as const;
export const keyStatuses = ["unused", "used", "void"] as const;
const filterNames = ["search", "status", "kind"] as const;

/** What the URL holds, empty where nothing was chosen. */
export type KeyFilter = Record<(typeof filterNames)[number], string>;
export const noFilter: KeyFilter = { search: "", status: "", kind: "" };

/** The question that a filter asks; what is unknown asks for nothing. */
export function questionOf({ search, status, kind }: KeyFilter): Question<"cdkeys"> {
  return {
    search: search || undefined,
    status: keyStatuses.find((option) => option === status),
    kind: keyKinds.find((option) => option === kind),
  };
}

/** The page of one's own keys that the URL asks for. */
export function useKeys() {
  const url = useTableUrl();
  const [filter, setFilter] = useUrlText(filterNames);
  const question = questionOf(filter);
  const { page, limit } = url;
  const list = useCall("cdkeys", { page, limit, ...question }, { keepLast: true });
  useLastPage(url, list.data);
  const filtered = Object.values(question).some((value) => value !== undefined);
  return { list, url, filter, setFilter, question, filtered };
}
