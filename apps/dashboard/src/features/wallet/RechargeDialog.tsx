import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBusy } from "../../lib/use-command.ts";
import { useCall } from "../../lib/queries.ts";
import { PaymentView } from "../payment/PaymentView.tsx";
import { RechargePaid } from "./RechargePaid.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { RechargeForm } from "./RechargeForm.tsx";
import type { StartedPayment } from "./use-recharge.ts";

/** Tops up the wallet: choose, pay, done. Each opening is one recharge. */
export function RechargeDialog(props: {
  opened: boolean;
  /** The initial amount. */
  cents: number | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation("home");
  const busy = useBusy("recharge");
  return (
    <StepDialog
      opened={props.opened}
      onClose={props.onClose}
      size="md"
      busy={busy}
      title={t("recharge.title")}
    >
      <Steps {...props} />
    </StepDialog>
  );
}

function Steps(props: { cents: number | undefined; onClose: () => void }) {
  const index = useCall("indexInit", {});
  const methods = useCall("paymentMethods", {});
  const [started, setStarted] = useState<StartedPayment | null>(null);
  if (started) {
    return (
      <PaymentView
        paymentId={started.paymentId}
        interruption={started.popupBlocked ? "blocked" : undefined}
        onAgain={() => setStarted(null)}
        paid={(payment) => <RechargePaid payment={payment} onClose={props.onClose} />}
      />
    );
  }
  for (const query of [index, methods]) {
    if (!query.isError || query.data) continue;
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!index.data || !methods.data) return <LineSkeletons lines={7} height={22} />;
  return (
    <RechargeForm
      index={index.data}
      methods={methods.data.items}
      firstCents={props.cents}
      onStarted={setStarted}
    />
  );
}
