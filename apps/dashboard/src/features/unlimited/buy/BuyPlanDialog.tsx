import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../lib/queries.ts";
import type { PlanStart } from "../../order/unlimited-plan-url.ts";
import { type Payment, paymentAmounts } from "../../payment/payment-state.ts";
import { Bought } from "../../purchase/Bought.tsx";
import { type Purchase, PurchaseDialog } from "../../purchase/PurchaseDialog.tsx";
import { SoldOut } from "../../purchase/SoldOut.tsx";
import { useWithCoupons } from "../../purchase/use-with-coupons.ts";
import { kindCalls } from "../use-plan.ts";
import { REFRESH_MS } from "../use-plans.ts";
import { orderRange } from "./buy-plan.ts";
import { BuyPlanForm } from "./BuyPlanForm.tsx";
import { PlanPurchaseResult } from "./PlanPurchaseResult.tsx";

/** Buys a plan: choose, pay, done. */
export function BuyPlanDialog(props: {
  kind: UnlimitedKind;
  opened: boolean;
  start: PlanStart;
  onClose: () => void;
}) {
  const { t } = useTranslation(["unlimited-buy", "buy", "static-take", "ui"]);
  const { kind } = props;
  return (
    <PurchaseDialog
      call="orderUnlimit"
      subject={props.opened ? props.start : null}
      title={() => t(`${kind}.buy`)}
      lost={() => t("lost.bought")}
      form={(start, purchase) => <Form kind={kind} start={start} purchase={purchase} />}
      done={({ plan, order }, { close }) =>
        plan && <PlanPurchaseResult plan={plan} paidCents={order.amountCents} onClose={close} />
      }
      paid={(payment, { notes, close }) => (
        <PlanPaid kind={kind} payment={payment} notes={notes} onClose={close} />
      )}
      onClose={props.onClose}
    />
  );
}

/** Plans are listed newest first, so this many include the one just paid. */
const NEWEST = 100;

/** The payment for a plan has arrived: shows the plan made by its order. */
function PlanPaid(props: {
  kind: UnlimitedKind;
  payment: Payment;
  notes: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation("unlimited-buy");
  const { kind, payment, notes, onClose } = props;
  const plans = useCall(kindCalls[kind].list, { limit: NEWEST }, { staleMs: 0 });
  const plan = plans.data?.items.find(({ orderNo }) => orderNo === payment.orderNo);
  if (plan) {
    const { paidCents } = paymentAmounts(payment);
    return <PlanPurchaseResult plan={plan} paidCents={paidCents} notes={notes} onClose={onClose} />;
  }
  if (plans.isFetching) return <LineSkeletons lines={4} height={22} />;
  return (
    <Bought text={t("bought.look")} onClose={onClose}>
      {notes}
    </Bought>
  );
}

function Form(props: {
  kind: UnlimitedKind;
  start: PlanStart;
  purchase: Purchase<"orderUnlimit">;
}) {
  const { t } = useTranslation("unlimited-buy");
  const { kind, start, purchase } = props;
  const servers = useCall(kindCalls[kind].sold, {}, { everyMs: REFRESH_MS });
  const { reading, ...coupons } = useWithCoupons(servers);
  return (
    <Loaded of={reading} lines={8}>
      {({ regions }) =>
        regions.every(({ stock }) => stock < orderRange[kind].min) ? (
          <SoldOut
            title={t("buy.allSoldOut")}
            text={t("buy.allSoldOutHelp")}
            again={t("buy.lookAgain")}
            stock={servers}
          />
        ) : (
          <BuyPlanForm
            kind={kind}
            regions={regions}
            start={{ ...start, ...purchase.before }}
            {...coupons}
            purchase={purchase}
          />
        )
      }
    </Loaded>
  );
}
