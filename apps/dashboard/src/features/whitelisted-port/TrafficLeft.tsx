import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconShoppingCart } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { Bytes } from "../../ui/Bytes.tsx";
import { Panel } from "../../ui/Panel.tsx";

/** What the ports' traffic is taken from; without any, nothing passes. */
export function TrafficLeft({ onBuy }: { onBuy: () => void }) {
  const { t } = useTranslation("white-port");
  const info = useCall("trafficInfo", {}).data;
  if (!info) return null;
  const buy = (
    <Button
      size="xs"
      variant={info.balanceBytes === 0 ? "filled" : "default"}
      leftSection={<IconShoppingCart size={15} aria-hidden />}
      onClick={onBuy}
    >
      {t("traffic.buy")}
    </Button>
  );
  return (
    <Panel title={t("traffic.title")} description={t("traffic.help")}>
      {info.balanceBytes === 0 ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
          <Stack gap="sm" align="flex-start">
            {t("traffic.none")}
            {buy}
          </Stack>
        </Alert>
      ) : (
        <Group justify="space-between" gap="sm">
          <Text fw={640} fz="lg">
            <Bytes bytes={info.balanceBytes} />
          </Text>
          {buy}
        </Group>
      )}
    </Panel>
  );
}
