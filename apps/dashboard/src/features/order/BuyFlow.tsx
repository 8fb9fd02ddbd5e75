import { Anchor, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { type Purchase, PurchaseDialog } from "../purchase/PurchaseDialog.tsx";
import { BuyForm } from "./BuyForm.tsx";
import { type Kind, kinds, plansOf } from "./plan.ts";
import { PurchaseResult } from "./PurchaseResult.tsx";
import { buyPlanPath } from "./unlimited-plan-url.ts";

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
  const { t } = useTranslation(["buy", "parts"]);
  const { start } = props;
  return (
    <PurchaseDialog
      call="placeOrder"
      subject={props.opened ? start : null}
      title={() => t(`kinds.${start.kind}.title`)}
      lost={() => t("parts:unknownOutcome.ordered")}
      form={(_start, purchase) => (
        <>
          {props.onKind && (
            <KindChoice value={start.kind} disabled={purchase.busy} onChange={props.onKind} />
          )}
          <Loaded key={start.kind} start={start} purchase={purchase} />
        </>
      )}
      done={({ order }, { close }) => <PurchaseResult order={order} onClose={close} />}
      paid={({ order }, { notes, close }) =>
        order && <PurchaseResult order={order} notes={notes} onClose={close} />
      }
      onClose={props.onClose}
    />
  );
}

function Loaded(props: { start: Start; purchase: Purchase<"placeOrder"> }) {
  const { start, purchase } = props;
  const prices = useCall("priceList", {}, { staleMs: 60_000 });
  const coupons = useCall("coupons", { status: "usable" });
  if (prices.isError && !prices.data) {
    return <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />;
  }
  // A failed request for coupons is retried while the form keeps its values.
  const couponsAwaited = coupons.isPending && coupons.errorUpdateCount === 0;
  if (!prices.data || couponsAwaited) return <LineSkeletons lines={7} height={22} />;
  return (
    <BuyForm
      start={{ ...start, ...purchase.before }}
      plans={plansOf(start.kind, prices.data.products)}
      coupons={coupons.data?.items}
      onCoupons={() => void coupons.refetch()}
      purchase={purchase}
    />
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
