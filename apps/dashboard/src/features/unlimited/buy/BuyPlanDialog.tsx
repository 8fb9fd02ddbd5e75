import { Button, Alert, Group, Stack } from "@mantine/core";
import { IconServerOff, IconCircleCheck } from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../../lib/call.ts";
import { useCall } from "../../../lib/queries.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { orderWithTab, type PayPage } from "../../payment/pay-tab.ts";
import { PaidNotes } from "../../payment/PaidNotes.tsx";
import { PaymentView } from "../../payment/PaymentView.tsx";
import { UnknownOutcome } from "../../payment/UnknownOutcome.tsx";
import { orderRange } from "./buy-plan.ts";
import { BuyPlanForm } from "./BuyPlanForm.tsx";
import { kindCalls } from "../use-plan.ts";
import type { UnlimitedPlan } from "../port.ts";
import type { PlanStart } from "../../order/unlimited-plan-url.ts";
import { PlanPurchaseResult } from "./PlanPurchaseResult.tsx";
import type { BuyParameters } from "./use-buy-plan.ts";
import { REFRESH_MS } from "../use-plans.ts";
import { type Command, useCommand } from "../../../lib/use-command.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { type Payment, paymentAmounts } from "../../payment/payment-state.ts";

/** Plans are listed newest first, so this many include the one just paid. */
const NEWEST = 100;

/** The payment for a plan has arrived: shows the plan made by its order. */
function PlanPaid(props: {
  kind: UnlimitedKind;
  payment: Payment;
  notes: ReactNode;
  onClose: () => void;
}) {
  const { kind, payment, notes, onClose } = props;
  const plans = useCall(kindCalls[kind].list, { limit: NEWEST }, { staleMs: 0 });
  const plan = plans.data?.items.find(({ orderNo }) => orderNo === payment.orderNo);
  if (plan) {
    const { paidCents } = paymentAmounts(payment);
    return <PlanPurchaseResult plan={plan} paidCents={paidCents} notes={notes} onClose={onClose} />;
  }
  if (plans.isFetching) return <LineSkeletons lines={4} height={22} />;
  return <Arrived notes={notes} onClose={onClose} />;
}

function Arrived(props: { notes: ReactNode; onClose: () => void }) {
  const { t } = useTranslation(["unlimited-buy", "ui"]);
  const close = useFirstFocus<HTMLButtonElement>();
  return (
    <Stack gap="lg">
      <Alert color="pike" icon={<IconCircleCheck aria-hidden />} aria-live="polite">
        {t("bought.look")}
      </Alert>
      {props.notes}
      <Group justify="flex-end">
        <Button ref={close} onClick={props.onClose}>
          {t("ui:close")}
        </Button>
      </Group>
    </Stack>
  );
}

/** The result: bought at once, or a page on which to pay. */
type Outcome = { plan: UnlimitedPlan; order: CallResult<"orderUnlimit">["order"] } | PayPage;

/**
 * Buys a plan: choose, pay, done. Each opening is one purchase; if its answer was lost, the next
 * opening asks for it again.
 */
export function BuyPlanDialog(props: {
  kind: UnlimitedKind;
  opened: boolean;
  start: PlanStart;
  onClose: () => void;
}) {
  const { t } = useTranslation(["unlimited-buy", "buy", "static-take", "ui"]);
  const { kind } = props;
  const command = useCommand("orderUnlimit", { handles: true });
  const close = () => {
    command.clear();
    props.onClose();
  };
  return (
    <StepDialog
      opened={props.opened}
      onClose={close}
      size="xl"
      busy={command.busy}
      title={t(`${kind}.buy`)}
    >
      <Steps kind={kind} start={props.start} command={command} onClose={close} />
    </StepDialog>
  );
}

interface StepProps {
  kind: UnlimitedKind;
  start: PlanStart;
  command: Command<"orderUnlimit">;
}

function Steps(props: StepProps & { onClose: () => void }) {
  const { t } = useTranslation("unlimited-buy");
  const { kind, command, onClose } = props;
  // Kept while the dialog is open, since the URL may change by then.
  const [start] = useState(props.start);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = async (outside: boolean, order: () => ReturnType<typeof command.send>) => {
    const done = await orderWithTab(outside, order);
    if (done?.page) setOutcome(done.page);
    else if (done?.answer.plan) setOutcome({ plan: done.answer.plan, order: done.answer.order });
  };
  if (outcome && "plan" in outcome) {
    const { plan, order } = outcome;
    return <PlanPurchaseResult plan={plan} paidCents={order.amountCents} onClose={onClose} />;
  }
  if (outcome) {
    return (
      <PaymentView
        paymentId={outcome.paymentId}
        interruption={outcome.popupBlocked ? "blocked" : undefined}
        onAgain={() => setOutcome(null)}
        paid={(payment) => (
          <PlanPaid
            kind={kind}
            payment={payment}
            notes={<PaidNotes payment={payment} />}
            onClose={onClose}
          />
        )}
      />
    );
  }
  const { lost } = command;
  return (
    <>
      {lost && (
        <UnknownOutcome
          title={t("lost.bought")}
          busy={command.busy}
          onRetry={() => void run(lost.method !== "wallet", command.retry)}
          onForget={command.forget}
        />
      )}
      {/* Keeps the form's values in case nothing was bought. */}
      <div hidden={lost !== null}>
        <Loaded
          {...props}
          start={start}
          onBuy={(parameters, outside) => void run(outside, () => command.send(parameters))}
        />
      </div>
    </>
  );
}

function Loaded(
  props: StepProps & { onBuy: (parameters: BuyParameters, outside: boolean) => void },
) {
  const { kind, start, command } = props;
  const servers = useCall(kindCalls[kind].sold, {}, { everyMs: REFRESH_MS });
  const coupons = useCall("coupons", { status: "usable" });
  if (servers.isError && !servers.data) {
    return <ErrorState error={servers.error} onRetry={() => void servers.refetch()} />;
  }
  // A failed request for coupons is retried while the form keeps its values.
  const couponsAwaited = coupons.isPending && coupons.errorUpdateCount === 0;
  if (!servers.data || couponsAwaited) return <LineSkeletons lines={8} height={22} />;
  const { regions } = servers.data;
  if (regions.every(({ stock }) => stock < orderRange[kind].min)) {
    return <SoldOut busy={servers.isFetching} onAgain={() => void servers.refetch()} />;
  }
  return (
    <BuyPlanForm
      kind={kind}
      regions={regions}
      coupons={coupons.data?.items}
      start={start}
      busy={command.busy}
      refusal={command.refusal}
      onCoupons={() => void coupons.refetch()}
      onChange={command.clear}
      onBuy={props.onBuy}
    />
  );
}

/** Shown when no region has free capacity. */
function SoldOut(props: { busy: boolean; onAgain: () => void }) {
  const { t } = useTranslation("unlimited-buy");
  return (
    <EmptyState
      icon={<IconServerOff size={22} />}
      title={t("buy.allSoldOut")}
      text={t("buy.allSoldOutHelp")}
      action={
        <Button variant="default" size="xs" loading={props.busy} onClick={props.onAgain}>
          {t("buy.lookAgain")}
        </Button>
      }
    />
  );
}
