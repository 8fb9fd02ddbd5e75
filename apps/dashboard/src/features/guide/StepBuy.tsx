import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { Loaded, together } from "@turnpike/ui/Loaded.tsx";
import { IconExternalLink } from "@turnpike/ui/icons.ts";
import type { Product } from "@turnpike/contract/order.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatCents, formatGb } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { useLastValue } from "../../lib/use-last-value.ts";
import { listCents, plansOf } from "../order/plan.ts";
import { orderWithTab, type PayPage } from "../payment/pay-tab.ts";
import { UnknownOutcome } from "../payment/UnknownOutcome.tsx";
import { type Command, useCommand } from "../../lib/use-command.ts";
import { MethodChoice } from "../payment/MethodChoice.tsx";
import { PaymentView } from "../payment/PaymentView.tsx";
import {
  type Method,
  type OfferedMethod,
  useWalletMethod,
} from "../payment/use-payment-methods.ts";

/** The smallest amount of traffic on sale, its price, and one click to buy or pay for it. */
export function StepBuy(props: {
  /** The payment id of an unpaid traffic order placed before. */
  pendingPayment: string | undefined;
}) {
  const { t } = useTranslation("guide");
  const list = useCall("priceList", {}, { staleMs: 60_000 });
  const header = useCall("headerInit", {});
  const offered = useCall("paymentMethods", {});
  const [page, setPage] = useState<PayPage | null>(null);
  const [abandoned, setAbandoned] = useState<string | null>(null);
  const [bought, setBought] = useState(false);
  // Kept until the step is done, so that what was just paid for is not offered again.
  const paymentId = useLastValue(page?.paymentId ?? props.pendingPayment ?? null);
  if (bought) return <Text c="dimmed">{t("buy.done")}</Text>;
  if (paymentId && paymentId !== abandoned) {
    const startOver = () => {
      setAbandoned(paymentId);
      setPage(null);
    };
    return (
      <PaymentView
        key={paymentId}
        paymentId={paymentId}
        interruption={page?.popupBlocked ? "blocked" : undefined}
        onAgain={startOver}
        unpaid={<AbandonLink onStartOver={startOver} />}
        paid={() => <Text c="dimmed">{t("buy.done")}</Text>}
      />
    );
  }
  const onOrdered = (ordered: PayPage | null) => {
    setPage(ordered);
    setBought(ordered === null);
  };
  return (
    <Loaded
      of={together(list, header, offered)}
      // As high as the offer, so that the content below does not jump.
      waiting={<Skeleton h={{ base: 266, sm: 216 }} aria-hidden />}
    >
      {([{ products }, { walletCents }, { items }]) => {
        const [plan] = plansOf("traffic", products);
        return plan ? (
          <Offer {...{ plan, walletCents, onOrdered }} offered={items} />
        ) : (
          <NothingSold />
        );
      }}
    </Loaded>
  );
}

/** Leaves an unpaid order and explains what happens to it. */
function AbandonLink(props: { onStartOver: () => void }) {
  const { t } = useTranslation("guide");
  return (
    <Text fz="sm" c="dimmed" maw="64ch" mt="md">
      {t("buy.unpaid")}{" "}
      <Anchor component="button" type="button" fz="sm" fw={550} onClick={props.onStartOver}>
        {t("buy.anew")}
      </Anchor>
    </Text>
  );
}

function Offer(props: {
  plan: Product;
  walletCents: number;
  offered: readonly OfferedMethod[];
  onOrdered: (ordered: PayPage | null) => void;
}) {
  const { t } = useTranslation("guide");
  const { plan, walletCents, offered } = props;
  const ownWallet = useWalletMethod();
  const [wanted, setWanted] = useState<Method | null>(null);
  const order = useCommand("placeOrder", { handles: true });
  const place = async (external: boolean, send: Command<"placeOrder">["retry"]) => {
    const done = await orderWithTab(external, send);
    if (done) props.onOrdered(done.page);
  };
  const quantity = plan.minQty;
  const total = listCents(quantity, plan);
  const wallet = walletCents >= total ? [ownWallet] : [];
  const methods = [...wallet, ...offered.filter(({ minCents }) => minCents <= total)];
  const method = (methods.find(({ id }) => id === wanted) ?? methods[0])?.id;
  if (!method) return <NothingSold />;
  const amounts = { quantity: formatGb(quantity * 1e9), total: formatCents(total) };
  const outside = method !== "wallet";
  if (order.lost) return <LostOrder order={order} place={place} />;
  return (
    <Stack gap="md" align="flex-start">
      <Text maw="64ch">{t("buy.text")}</Text>
      {methods.length > 1 && (
        <MethodChoice
          label={t("buy.method")}
          methods={methods}
          value={method}
          onChange={setWanted}
        />
      )}
      {order.refusal && (
        <Alert color="red" role="alert">
          {order.refusal.msg}
        </Alert>
      )}
      <Group gap="md">
        <Button
          loading={order.busy}
          rightSection={outside && <IconExternalLink size={17} aria-hidden />}
          onClick={() => void place(outside, () => order.send({ sku: plan.sku, quantity, method }))}
        >
          {t("buy.action", amounts)}
        </Button>
        <Anchor component={Link} to="/cli/home?buy=traffic" preventScrollReset fz="sm" fw={550}>
          {t("buy.other")}
        </Anchor>
      </Group>
      <Text fz="sm" c="dimmed" maw="64ch">
        {t(outside ? "buy.outside" : "buy.wallet")}
      </Text>
    </Stack>
  );
}

/** The order's answer did not arrive: asks for it again. */
function LostOrder(props: {
  order: Command<"placeOrder">;
  place: (external: boolean, send: Command<"placeOrder">["retry"]) => Promise<void>;
}) {
  const { t } = useTranslation("parts");
  const { order, place } = props;
  return (
    <UnknownOutcome
      title={t("unknownOutcome.ordered")}
      busy={order.busy}
      onRetry={() => void place(order.lost?.method !== "wallet", order.retry)}
      onForget={order.forget}
    />
  );
}

/** Nothing can be bought by any payment method: refers to support. */
function NothingSold() {
  const { t } = useTranslation("guide");
  const email = useCall("indexInit", {}).data?.support.email;
  return (
    <Alert color="amber" title={t("buy.none")}>
      {email && <Anchor href={`mailto:${email}`}>{email}</Anchor>}
    </Alert>
  );
}
