import { Alert, Anchor, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { LineSkeletons } from "../../ui/Skeletons.tsx";
import { trafficPlans } from "./buy-plan.ts";
import { BuyForm } from "./BuyForm.tsx";
import { BuyPayment } from "./BuyPayment.tsx";

/** What came of an order: bought at once, or a page on which to pay. */
export interface Ordered {
  quantity: number;
  payment?: { id: string; url: string };
}

/** Buys traffic: choose, pay, done. Each opening is one purchase. */
export function BuyDialog(props: { opened: boolean; onClose: () => void; onUse: () => void }) {
  const { t } = useTranslation(["traffic-use", "ui"]);
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      size="lg"
      title={
        <Text span fw={640} fz="lg">
          {t("buy.title")}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Steps onClose={props.onClose} onUse={props.onUse} />
    </Modal>
  );
}

function Steps(props: { onClose: () => void; onUse: () => void }) {
  const prices = useCall("priceList", {}, { staleMs: 60_000 });
  const [ordered, setOrdered] = useState<Ordered | null>(null);
  const [paid, setPaid] = useState(false);
  if (prices.isError) {
    return <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />;
  }
  if (!prices.data) return <LineSkeletons lines={7} height={22} />;
  if (ordered?.payment && !paid) {
    return (
      <BuyPayment
        payment={ordered.payment}
        onPaid={() => setPaid(true)}
        onBack={() => setOrdered(null)}
      />
    );
  }
  if (ordered) return <Done quantity={ordered.quantity} {...props} />;
  return <BuyForm plans={trafficPlans(prices.data.products)} onOrdered={setOrdered} />;
}

function Done(props: { quantity: number; onClose: () => void; onUse: () => void }) {
  const { t } = useTranslation(["traffic-use", "ui"]);
  return (
    <Stack gap="lg">
      <Alert
        color="pike"
        icon={<IconCircleCheck aria-hidden />}
        title={t("buy.done", { quantity: formatNumber(props.quantity) })}
        aria-live="polite"
      >
        {t("buy.doneHelp")}
      </Alert>
      <Group justify="flex-end">
        <Anchor component="button" type="button" fz="sm" onClick={props.onClose}>
          {t("ui:close")}
        </Anchor>
        <Button onClick={props.onUse} data-autofocus>
          {t("buy.use")}
        </Button>
      </Group>
    </Stack>
  );
}
