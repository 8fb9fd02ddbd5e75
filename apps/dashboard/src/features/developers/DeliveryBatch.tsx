import { Button, Group, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "@turnpike/ui/lib/toast.ts";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { ask, type CallRefused } from "../../lib/call.ts";
import classes from "./developers.module.css";
import { useReplay } from "./use-replay.ts";
import type { Delivery } from "./webhook-text.ts";

/**
 * Resends the selected deliveries; with none: "Please select a row" (spec/dashboard#batch-actions).
 */
export function DeliveryBatch(props: { selected: SelectedRows<Delivery>; onFailed: () => void }) {
  const { t } = useTranslation("webhooks");
  const { ids, clear } = props.selected;
  const replay = useReplay(clear, useLeaveGone(props.selected));
  const again = () =>
    ids.length === 0 ? toast.warning(t("deliveries.selectRow")) : replay.run({ ids: [...ids] });
  return (
    <Group gap={8} className={classes.batch ?? ""}>
      <Group gap={8} mie="auto">
        <Text component="output" fz="sm" c="dimmed" className="numeric">
          {t("deliveries.selected", { count: ids.length })}
        </Text>
        {ids.length > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={clear}>
            {t("deliveries.clearSelection")}
          </Button>
        )}
      </Group>
      <Button
        size="xs"
        variant="default"
        loading={replay.busy}
        leftSection={<IconSend size={15} aria-hidden />}
        onClick={again}
      >
        {t("deliveries.again")}
      </Button>
      <Button size="xs" variant="default" onClick={props.onFailed}>
        {t("replay.open")}
      </Button>
    </Group>
  );
}

/**
 * A deleted webhook takes its deliveries with it, and one missing delivery makes the API refuse the
 * whole selection. Deselects the deliveries of deleted webhooks and says how many, so that the rest
 * can be resent. Returns true if that was the reason for the refusal.
 */
function useLeaveGone({ rows, select }: SelectedRows<Delivery>) {
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
    // If this request fails too, its own error has been shown.
    leave(refused).catch(() => undefined);
    return true;
  };
}
