import { useState } from "react";
import { useCall } from "../../lib/queries.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { filterNames, isFiltered, parametersOf } from "./log-filter.ts";
import type { LoggedRequest } from "./outcomes.ts";

const REFRESH_MS = 3_000;

/** The page of the log selected by the URL, and the open row. */
export function useLog() {
  const url = useTableUrl();
  const [filter, setFilter] = useUrlText(filterNames);
  const [view, setView] = useUrlText(["auto", "row"], { keepsPage: true });
  const auto = view.auto !== "off";
  const parameters = {
    page: url.page,
    limit: url.limit,
    ...parametersOf(filter, useNow()),
  };
  const answer = useCall("requestLog", parameters, {
    keepLast: true,
    everyMs: auto ? REFRESH_MS : false,
  });
  useLastPage(url, answer.data);
  return {
    url,
    filter,
    setFilter,
    filtered: isFiltered(filter),
    answer,
    auto,
    setAuto: (on: boolean) => setView({ auto: on ? "" : "off" }),
    open: (id: string) => setView({ row: id }),
    opened: useOpened(view.row, answer.data?.items),
  };
}

export type Log = ReturnType<typeof useLog>;

/** The open row stays visible when newer ones move it off the page. */
function useOpened(id: string, rows: readonly LoggedRequest[] | undefined): LoggedRequest | null {
  const [lastRow, setLastRow] = useState<LoggedRequest | null>(null);
  const found = rows?.find((row) => row.id === id);
  if (found && found !== lastRow) setLastRow(found);
  if (id === "") return null;
  return found ?? (lastRow?.id === id ? lastRow : null);
}
