import { useState } from "react";
import { useCall } from "../../lib/queries.ts";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { filterNames, isFiltered, parametersOf } from "./delivery-filter.ts";
import type { Delivery } from "./webhook-text.ts";

/** Polling interval while a delivery is waiting: short enough to show the first retries. */
const WAITING_POLL_MS = 3_000;
/** Polling interval otherwise, since an event may occur at any time. */
const IDLE_POLL_MS = 15_000;

/** Polls more often while something is waiting; never while the window is hidden. */
function useAdaptivePolling(): { everyMs: number; waits: (now: boolean) => void } {
  const [isFast, setFast] = useState(false);
  return {
    everyMs: isFast ? WAITING_POLL_MS : IDLE_POLL_MS,
    waits: (now) => {
      if (now !== isFast) setFast(now);
    },
  };
}

/** The account's webhooks. */
export function useWebhooks() {
  const { everyMs, waits } = useAdaptivePolling();
  const list = useCall("webhooks", {}, { everyMs });
  if (list.data) waits(list.data.items.some(({ waiting }) => waiting > 0));
  return list;
}

/** The page of deliveries selected by the URL. */
export function useDeliveries() {
  const url = useTableUrl();
  const [filter, setFilter] = useUrlText(filterNames);
  const { everyMs, waits } = useAdaptivePolling();
  const parameters = { page: url.page, limit: url.limit, ...parametersOf(filter) };
  const list = useCall("webhookDeliveries", parameters, { keepLast: true, everyMs });
  if (list.data) waits(list.data.items.some(({ status }) => status === "waiting"));
  useLastPage(url, list.data);
  return { url, filter, setFilter, filtered: isFiltered(filter), list };
}

/** The delivery named by `?delivery=ID`, kept current; shown at once if the list contains it. */
export function useOpenedDelivery(rows: readonly Delivery[] | undefined) {
  const [{ delivery: id }, set] = useUrlText(["delivery"], { keepsPage: true });
  const { everyMs, waits } = useAdaptivePolling();
  const one = useCall("webhookDeliveries", { id }, { enabled: id !== "", everyMs });
  const [found] = one.data?.items ?? [];
  const row = id === "" ? undefined : (found ?? rows?.find((each) => each.id === id));
  waits(row?.status === "waiting");
  return {
    id,
    row,
    error: one.error,
    retry: () => void one.refetch(),
    /** The request has completed without finding it. */
    missing: one.data !== undefined && row === undefined,
    open: (wanted: string) => set({ delivery: wanted }),
    close: () => set({ delivery: "" }),
  };
}
