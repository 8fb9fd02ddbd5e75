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
 * Sends all ticked ones again; without one: "Please select a row" (spec/dashboard#batch-actions).
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
 * Deliveries go with their webhook, and one that is gone refuses all that are ticked with it: takes
 * the ticks from those whose webhook is there no more and says how many, so that the rest can be
 * sent. True where that is what was refused.
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
    // Where that cannot be asked either, its own refusal or failure was shown.
    leave(refused).catch(() => undefined);
    return true;
  };
}
