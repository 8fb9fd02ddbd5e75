import { Alert, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { IconExternalLink, IconInfoCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { boughtCalls } from "./bought-calls.ts";

const ASK_AGAIN_MS = 2000;

/** Waits for a card or crypto payment, asking every 2 s until it ends one way or the other. */
export function BuyPayment(props: {
  payment: { id: string; url: string };
  onPaid: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation("traffic-use");
  const client = useQueryClient();
  const { payment, onPaid, onBack } = props;
  const answer = useCall("payment", { paymentId: payment.id }, { everyMs: ASK_AGAIN_MS });
  const status = answer.data?.status ?? "pending";
  useEffect(() => {
    if (status !== "paid") return;
    for (const call of boughtCalls) void client.invalidateQueries({ queryKey: [call] });
    onPaid();
  }, [status, client, onPaid]);
  if (status === "failed" || status === "expired" || status === "refunded") {
    return (
      <Stack gap="lg">
        <Alert color="red" icon={<IconInfoCircle aria-hidden />} title={t(`payment.${status}`)}>
          {t("payment.nothingBought")}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onBack}>{t("payment.again")}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <Text>{t("payment.explain")}</Text>
      <Button
        component="a"
        href={payment.url}
        target="_blank"
        rel="noopener"
        rightSection={<IconExternalLink size={16} aria-hidden />}
        data-autofocus
      >
        {t("payment.open")}
      </Button>
      <Group component="output" gap="xs">
        <Loader size="xs" aria-hidden />
        <Text c="dimmed" fz="sm">
          {t("payment.waiting")}
        </Text>
      </Group>
    </Stack>
  );
}
