import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
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

/** Where one goes from here: to the endpoints, or to the first sub-account. */
interface Next {
  onClose: () => void;
  onUse: () => void;
  onCreate: () => void;
}

/** Buys traffic: choose, pay, done. Each opening is one purchase. */
export function BuyDialog({ opened, ...next }: Next & { opened: boolean }) {
  const { t } = useTranslation(["traffic-use", "ui"]);
  return (
    <Modal
      opened={opened}
      onClose={next.onClose}
      size="lg"
      title={
        <Text span fw={640} fz="lg">
          {t("buy.title")}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Steps {...next} />
    </Modal>
  );
}

function Steps(props: Next) {
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

function Done(props: Next & { quantity: number }) {
  const { t } = useTranslation(["traffic-use", "ui"]);
  const first = useCall("availableSubUsers", {}).data?.items.length === 0;
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
        <Button variant="default" onClick={props.onClose}>
          {t("ui:close")}
        </Button>
        <Button onClick={first ? props.onCreate : props.onUse} data-autofocus>
          {t(first ? "accounts.create" : "buy.use")}
        </Button>
      </Group>
    </Stack>
  );
}
