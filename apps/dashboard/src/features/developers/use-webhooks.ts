import { useState } from "react";
import { useCall } from "../../lib/queries.ts";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { filterNames, isFiltered, questionOf } from "./delivery-filter.ts";
import type { Delivery } from "./webhook-text.ts";

/** While something is still to be sent; the pauses grow, so this catches the first tries. */
const WAITING_MS = 3_000;
/** An event may come at any time. */
const QUIET_MS = 15_000;

/** Asks more often while something waits; never while the window is hidden. */
function usePace(): { everyMs: number; waits: (now: boolean) => void } {
  const [hurried, setHurried] = useState(false);
  return {
    everyMs: hurried ? WAITING_MS : QUIET_MS,
    waits: (now) => {
      if (now !== hurried) setHurried(now);
    },
  };
}

/** The account's webhooks. */
export function useWebhooks() {
  const { everyMs, waits } = usePace();
  const list = useCall("webhooks", {}, { everyMs });
  if (list.data) waits(list.data.items.some(({ waiting }) => waiting > 0));
  return list;
}

/** The page of the deliveries that the URL asks for. */
export function useDeliveries() {
  const url = useTableUrl();
  const [filter, setFilter] = useUrlText(filterNames);
  const { everyMs, waits } = usePace();
  const question = { page: url.page, limit: url.limit, ...questionOf(filter) };
  const list = useCall("webhookDeliveries", question, { keepLast: true, everyMs });
  if (list.data) waits(list.data.items.some(({ status }) => status === "waiting"));
  useLastPage(url, list.data);
  return { url, filter, setFilter, filtered: isFiltered(filter), list };
}

/** The delivery that `?delivery=ID` names, as it is now; at once where the list knows it. */
export function useOpenedDelivery(rows: readonly Delivery[] | undefined) {
  const [{ delivery: id }, set] = useUrlText(["delivery"], { keepsPage: true });
  const { everyMs, waits } = usePace();
  const one = useCall("webhookDeliveries", { id }, { enabled: id !== "", everyMs });
  const [found] = one.data?.items ?? [];
  const row = id === "" ? undefined : (found ?? rows?.find((each) => each.id === id));
  waits(row?.status === "waiting");
  return {
    id,
    row,
    error: one.error,
    retry: () => void one.refetch(),
    /** It has been looked for, and is not there. */
    missing: one.data !== undefined && row === undefined,
    open: (wanted: string) => set({ delivery: wanted }),
    close: () => set({ delivery: "" }),
  };
}
