import { Anchor, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBusy } from "../../lib/use-command.ts";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { PaidNotes } from "../payment/PaidNotes.tsx";
import { PaymentView } from "../payment/PaymentView.tsx";
import { buyPlanPath } from "./unlimited-plan-url.ts";
import { PurchaseResult } from "./PurchaseResult.tsx";
import { BuyForm } from "./BuyForm.tsx";
import { type Kind, kinds, plansOf } from "./plan.ts";
import { LostOrder } from "./LostOrder.tsx";
import { type OrderCommand, type PlacedOrder, useOrder } from "./use-order.ts";

/** The dialog's initial values. */
export interface Start {
  kind: Kind;
  sku?: string | undefined;
  /** Units; defaults to a usual quantity. */
  quantity?: number | undefined;
  couponId?: string | undefined;
}

/**
 * Buys traffic, IPs or credits for static IPs: choose, pay, done. Each opening is one purchase.
 * With `onKind` the kind can be changed. The screen must load the `buy` translations.
 */
export function BuyFlow(props: {
  opened: boolean;
  start: Start;
  onKind?: (kind: Kind) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("buy");
  const { start } = props;
  const busy = useBusy("placeOrder");
  // An order whose answer was lost is shown by the next opening too.
  const order = useOrder();
  return (
    <StepDialog
      opened={props.opened}
      onClose={props.onClose}
      size="xl"
      busy={busy}
      title={t(`kinds.${start.kind}.title`)}
    >
      <Steps key={start.kind} {...props} busy={busy} order={order} />
    </StepDialog>
  );
}

function Steps(props: {
  start: Start;
  busy: boolean;
  order: OrderCommand;
  onKind?: (kind: Kind) => void;
  onClose: () => void;
}) {
  const { onClose, order } = props;
  const prices = useCall("priceList", {}, { staleMs: 60_000 });
  const coupons = useCall("coupons", { status: "usable" });
  const [start, setStart] = useState(props.start);
  const [ordered, setOrdered] = useState<PlacedOrder | null>(null);
  if (ordered?.payment) {
    return (
      <PaymentView
        paymentId={ordered.payment.id}
        interruption={ordered.payment.popupBlocked ? "blocked" : undefined}
        onAgain={() => {
          setStart({ ...start, ...ordered });
          setOrdered(null);
        }}
        paid={(payment) => (
          <PurchaseResult {...ordered} onClose={onClose} notes={<PaidNotes payment={payment} />} />
        )}
      />
    );
  }
  if (ordered) return <PurchaseResult {...ordered} onClose={onClose} />;
  if (prices.isError && !prices.data) {
    return <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />;
  }
  // A failed request for coupons is retried while the form keeps its values.
  const couponsAwaited = coupons.isPending && coupons.errorUpdateCount === 0;
  if (!prices.data || couponsAwaited) return <LineSkeletons lines={7} height={22} />;
  return (
    <>
      {order.lost && <LostOrder order={order} onOrdered={setOrdered} />}
      {/* Keeps the form's values in case nothing was ordered. */}
      <div hidden={order.lost !== null}>
        {props.onKind && (
          <KindChoice value={start.kind} disabled={props.busy} onChange={props.onKind} />
        )}
        <BuyForm
          start={start}
          plans={plansOf(start.kind, prices.data.products)}
          coupons={coupons.data?.items}
          onCoupons={() => void coupons.refetch()}
          order={order}
          onOrdered={setOrdered}
        />
      </div>
    </>
  );
}

function KindChoice(props: { value: Kind; disabled: boolean; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation("buy");
  return (
    <Stack gap={6} mb="lg">
      <SegmentedControl
        aria-label={t("what")}
        fullWidth
        disabled={props.disabled}
        value={props.value}
        onChange={(value) => props.onChange(value as Kind)}
        data={kinds.map((value) => ({ value, label: t(`kinds.${value}.name`) }))}
      />
      {/* Sold by region, on screens of their own. */}
      <Group gap="xs" fz="sm">
        <Text span fz="sm" c="dimmed">
          {t("unlimited.offer")}
        </Text>
        {unlimitedKinds.map((kind) => (
          <Anchor key={kind} component={Link} to={buyPlanPath(kind, {})} fz="sm">
            {t(`unlimited.${kind}`)}
          </Anchor>
        ))}
      </Group>
    </Stack>
  );
}
