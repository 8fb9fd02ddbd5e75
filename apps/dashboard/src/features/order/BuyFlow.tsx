import { Anchor, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { type Purchase, PurchaseDialog } from "../purchase/PurchaseDialog.tsx";
import { useWithCoupons } from "../purchase/use-with-coupons.ts";
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
          <Form key={start.kind} start={start} purchase={purchase} />
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

function Form(props: { start: Start; purchase: Purchase<"placeOrder"> }) {
  const { start, purchase } = props;
  const { reading, ...coupons } = useWithCoupons(useCall("priceList", {}, { staleMs: 60_000 }));
  return (
    <Loaded of={reading} lines={7}>
      {({ products }) => (
        <BuyForm
          start={{ ...start, ...purchase.before }}
          plans={plansOf(start.kind, products)}
          {...coupons}
          purchase={purchase}
        />
      )}
    </Loaded>
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
