import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { IconSend } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { toast } from "@turnpike/ui/lib/toast.ts";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { callApi, type CallRefused } from "../../lib/call.ts";
import { makeStale } from "../../lib/stale.ts";
import { useReplay } from "./use-replay.ts";
import type { Delivery } from "./webhook-text.ts";

/** Resends the selected deliveries (spec/dashboard#batch-actions). */
export function DeliveryBatch({ selected }: { selected: SelectedRows<Delivery> }) {
  const { t } = useTranslation("webhooks");
  const { ids, clear } = selected;
  const replay = useReplay(clear, useDeselectDeleted(selected));
  return (
    <BatchButton
      icon={IconSend}
      label={t("deliveries.again")}
      loading={replay.busy}
      onClick={() => replay.run({ ids: [...ids] })}
    />
  );
}

/**
 * A deleted webhook takes its deliveries with it, and one missing delivery makes the API refuse the
 * whole selection. Deselects the deliveries of deleted webhooks and says how many, so that the rest
 * can be resent. Returns true if that was the reason for the refusal.
 */
function useDeselectDeleted({ rows, select }: SelectedRows<Delivery>) {
  const { t } = useTranslation("webhooks");
  const deselectDeleted = async (refused: CallRefused) => {
    const { items } = await callApi("webhooks", {});
    const existing = new Set(items.map(({ id }) => id));
    const remaining = rows.filter(({ webhookId }) => existing.has(webhookId));
    const count = rows.length - remaining.length;
    if (count === 0) return toast.error(refused.msg);
    select(remaining.map(({ id }) => id));
    toast.warning(t("deliveries.gone", { count }));
    void makeStale(["webhooks", "webhookDeliveries"]);
  };
  return (refused: CallRefused) => {
    if (refused.reason !== "deliveryNotFound") return false;
    // If this request fails too, its own error has been shown.
    deselectDeleted(refused).catch(() => undefined);
    return true;
  };
}
