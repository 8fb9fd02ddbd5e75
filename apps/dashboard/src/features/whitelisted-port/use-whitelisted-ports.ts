import { useState } from "react";
import { useCall } from "../../lib/queries.ts";
import { useLastPage } from "../../ui/last-page.ts";
import { useTableUrl } from "../../ui/table-url.ts";
import { useUrlText } from "../../ui/url-text.ts";

/** So often it is looked at anew; sooner while a gateway is opening ports. */
const REFRESH_MS = 15_000;
const OPENING_MS = 2_000;

/** The page of standing ports that the URL asks for. */
export function useWhitePorts() {
  const url = useTableUrl();
  const [{ search }, setText] = useUrlText(["search"]);
  const [opening, setOpening] = useState(false);
  const { page, limit } = url;
  const list = useCall(
    "whitePorts",
    { page, limit, search: search || undefined },
    { keepLast: true, everyMs: opening ? OPENING_MS : REFRESH_MS },
  );
  const awaited = list.data?.items.some(({ open }) => !open) ?? false;
  if (awaited !== opening) setOpening(awaited);
  useLastPage(url, list.data);
  return {
    list,
    url,
    search,
    setSearch: (next: string) => setText({ search: next }),
    /** When the rows were answered, by this computer's clock. */
    answeredMs: list.dataUpdatedAt,
  };
}
export type WhitePorts = ReturnType<typeof useWhitePorts>;
