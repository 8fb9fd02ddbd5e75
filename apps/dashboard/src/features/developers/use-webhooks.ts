import { useTranslation } from "react-i18next";
import { useList } from "../../ui/list/use-list.ts";
import {
  deliveredEvents,
  type Delivery,
  deliveryStates,
  shortUrl,
  type Webhook,
} from "./webhook-text.ts";
import { useCall } from "../../lib/queries.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";

/** Polling interval while a delivery is waiting: short enough to show the first retries. */
const WAITING_POLL_MS = 3_000;
/** Polling interval otherwise, since an event may occur at any time. */
const IDLE_POLL_MS = 15_000;

/** Polls more often while something is waiting; never while the window is hidden. */
const pollMs = (waiting = false): number => (waiting ? WAITING_POLL_MS : IDLE_POLL_MS);

/** The account's webhooks. */
export function useWebhooks() {
  return useCall(
    "webhooks",
    {},
    { everyMs: (answer) => pollMs(answer?.items.some(({ waiting }) => waiting > 0)) },
  );
}

/** The page of deliveries selected by the URL. */
export function useDeliveries(webhooks: readonly Webhook[]) {
  const { t } = useTranslation("webhooks");
  return useList("webhookDeliveries", {
    filters: [
      {
        name: "webhook",
        field: "webhookId",
        accepts: /./,
        as: "select",
        label: t("deliveries.webhook"),
        any: t("deliveries.anyWebhook"),
        options: webhooks.map(({ id, url }) => ({ value: id, label: shortUrl(url) })),
      },
      {
        name: "event",
        as: "select",
        label: t("deliveries.event"),
        any: t("deliveries.anyEvent"),
        options: deliveredEvents.map((value) => ({ value, label: value })),
      },
      {
        name: "state",
        field: "status",
        as: "select",
        label: t("deliveries.state"),
        any: t("deliveries.anyState"),
        options: deliveryStates.map((value) => ({
          value,
          label: t(`deliveries.states.${value}`),
        })),
      },
    ],
    everyMs: (answer) => pollMs(answer?.items.some(({ status }) => status === "waiting")),
  });
}

/** The delivery named by `?delivery=ID`, kept current; shown at once if the list contains it. */
export function useOpenedDelivery(rows: readonly Delivery[] | undefined) {
  const [{ delivery: id }, set] = useUrlText(["delivery"], { keepsPage: true });
  const one = useCall(
    "webhookDeliveries",
    { id },
    {
      enabled: id !== "",
      everyMs: (answer) => pollMs(answer?.items[0]?.status === "waiting"),
    },
  );
  const [found] = one.data?.items ?? [];
  const row = id === "" ? undefined : (found ?? rows?.find((each) => each.id === id));
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
