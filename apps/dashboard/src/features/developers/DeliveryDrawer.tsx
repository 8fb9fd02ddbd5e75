import { Drawer, Text } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useKept } from "../../lib/use-kept.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { LineSkeletons } from "../../ui/Skeletons.tsx";
import { DeliveryDetail } from "./DeliveryDetail.tsx";
import type { useOpenedDelivery } from "./use-webhooks.ts";

/** The delivery that the URL names, beside the list. */
export function DeliveryDrawer(props: { opened: ReturnType<typeof useOpenedDelivery> }) {
  const { t } = useTranslation(["webhooks", "ui"]);
  const { id, error, missing, retry, close } = props.opened;
  const last = useKept(props.opened.row ?? null);
  const row = id === "" ? last : props.opened.row;
  return (
    <Drawer
      opened={id !== ""}
      onClose={close}
      position="right"
      size="lg"
      title={
        <Text span fw={640} fz="lg">
          {t("delivery.title")}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {row ? (
        <DeliveryDetail key={row.id} delivery={row} />
      ) : missing ? (
        <EmptyState icon={<IconSearchOff size={22} />} title={t("delivery.gone")} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <LineSkeletons lines={8} height={20} />
      )}
    </Drawer>
  );
}
