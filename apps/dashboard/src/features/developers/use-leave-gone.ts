import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask, type CallRefused } from "../../lib/call.ts";
import { toast } from "../../lib/toast.ts";
import type { SelectedRows } from "../../ui/selected-rows.ts";
import type { Delivery } from "./webhook-words.ts";

/**
 * Deliveries go with their webhook, and one that is gone refuses all that are ticked with it: takes
 * the ticks from those whose webhook is there no more and says how many, so that the rest can be
 * sent. True where that is what was refused.
 */
export function useLeaveGone({ rows, select }: SelectedRows<Delivery>) {
  const { t } = useTranslation("webhooks");
  const client = useQueryClient();
  const leave = async (refused: CallRefused) => {
    const { items } = await ask("webhooks", {});
    const there = new Set(items.map(({ id }) => id));
    const left = rows.filter(({ webhookId }) => there.has(webhookId));
    const count = rows.length - left.length;
    if (count === 0) return toast.error(refused.msg);
    select(left.map(({ id }) => id));
    toast.warning(t("deliveries.gone", { count }));
    for (const call of ["webhooks", "webhookDeliveries"]) {
      void client.invalidateQueries({ queryKey: [call] });
    }
  };
  return (refused: CallRefused) => {
    if (refused.reason !== "deliveryNotFound") return false;
    // Where that cannot be asked either, its own refusal or failure was told.
    leave(refused).catch(() => undefined);
    return true;
  };
}
