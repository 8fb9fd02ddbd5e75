import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBusy, useCommand } from "../../lib/use-command.ts";
import { useLastValue } from "../../lib/use-last-value.ts";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { PurchaseResult } from "./PurchaseResult.tsx";
import type { Coupon } from "../purchase/use-price.ts";

/** Redeems a gift after one confirmation that says what it gives; null if closed. */
export function GiftDialog(props: { gift: Coupon | null; onClose: () => void }) {
  const { t } = useTranslation("buy");
  const gift = useLastValue(props.gift);
  const busy = useBusy("placeOrder");
  return (
    <StepDialog
      opened={props.gift !== null}
      onClose={props.onClose}
      size="md"
      busy={busy}
      title={t("gift.title")}
    >
      {gift && <Steps gift={gift} onClose={props.onClose} />}
    </StepDialog>
  );
}

function Steps({ gift, onClose }: { gift: Coupon; onClose: () => void }) {
  const { t } = useTranslation(["buy", "ui"]);
  const { send, busy, answer } = useCommand("placeOrder");
  const redeemed = answer?.order;
  if (redeemed) return <PurchaseResult {...redeemed} name={gift.title} onClose={onClose} />;
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Text fw={600}>{gift.title}</Text>
        <Text c="dimmed">{t("gift.explain")}</Text>
      </Stack>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={busy} onClick={onClose}>
          {t("ui:cancel")}
        </Button>
        <Button
          data-autofocus
          loading={busy}
          onClick={() => void send({ method: "coupon", couponId: gift.id })}
        >
          {t("redeem")}
        </Button>
      </Group>
    </Stack>
  );
}
