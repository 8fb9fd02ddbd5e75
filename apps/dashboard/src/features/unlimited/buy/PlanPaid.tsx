import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../lib/queries.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { type Payment, paymentAmounts } from "../../payment/payment-state.ts";
import { kindCalls } from "../use-plan.ts";
import { PlanBought } from "./PlanBought.tsx";

/** Plans are listed newest first: the one that was just paid is among these. */
const NEWEST = 100;

/** The money for a plan has come: the plan that its order made. */
export function PlanPaid(props: {
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
    return <PlanBought plan={plan} paidCents={paidCents} notes={notes} onClose={onClose} />;
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
