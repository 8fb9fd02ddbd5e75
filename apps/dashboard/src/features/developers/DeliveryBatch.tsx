import { Button, Group, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toast } from "../../lib/toast.ts";
import type { SelectedRows } from "../../ui/selected-rows.ts";
import classes from "./developers.module.css";
import { useLeaveGone } from "./use-leave-gone.ts";
import { useReplay } from "./use-replay.ts";
import type { Delivery } from "./webhook-words.ts";

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
