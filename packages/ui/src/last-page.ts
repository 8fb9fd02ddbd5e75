import { useEffect } from "react";
import type { TableUrl } from "./table-url.ts";

/** Goes to the last existing page if the page in the URL has no rows any more. */
export function useLastPage(
  url: TableUrl,
  answer: { items: readonly unknown[]; total: number } | undefined,
): void {
  const { page, limit, setPage } = url;
  const emptied = answer !== undefined && answer.items.length === 0 && answer.total > 0;
  const last = emptied ? Math.max(1, Math.ceil(answer.total / limit)) : page;
  useEffect(() => {
    if (last < page) setPage(last);
  }, [last, page, setPage]);
}
