import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBusy } from "../../lib/use-command.ts";
import { useCall } from "../../lib/queries.ts";
import { PaymentView } from "../payment/PaymentView.tsx";
import { RechargePaid } from "./RechargePaid.tsx";
import { Loaded, together } from "@turnpike/ui/Loaded.tsx";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
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
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      size="md"
      busy={busy}
      title={t("recharge.title")}
    >
      <Steps {...props} />
    </Dialog>
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
  return (
    <Loaded of={together(index, methods)} lines={7}>
      {([wallet, { items }]) => (
        <RechargeForm
          index={wallet}
          methods={items}
          firstCents={props.cents}
          onStarted={setStarted}
        />
      )}
    </Loaded>
  );
}
