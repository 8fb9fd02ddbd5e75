import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallResult, CallRefused } from "../../lib/call.ts";
import type { ShareInfo } from "./share-info.ts";
import { WithdrawDone } from "./WithdrawDone.tsx";
import { WithdrawForm } from "./WithdrawForm.tsx";
import { WithdrawReview } from "./WithdrawReview.tsx";
import { useWithdrawForm } from "./use-withdraw-form.ts";
import { centsOf, type WithdrawValues } from "./withdrawal-plan.ts";

interface WithdrawDialogProps {
  info: ShareInfo;
  onClose: () => void;
  onRecords: () => void;
}

/** Withdraws profit: enter, review (crypto only), done. Each time it opens is one withdrawal. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const { t } = useTranslation("promotion-plan");
  return (
    <Dialog title={t("withdraw.title")} onClose={props.onClose}>
      <Steps {...props} />
    </Dialog>
  );
}

function Steps({ info, onClose, onRecords }: WithdrawDialogProps) {
  const form = useWithdrawForm(info);
  const [comparing, setComparing] = useState(false);
  const [done, setDone] = useState<CallResult<"getProfit">["withdrawal"] | null>(null);
  const handles = ({ field, reason, msg }: CallRefused) => {
    const formField = fieldOf(field, reason);
    if (!formField) return false;
    setComparing(false);
    form.setFieldError(formField, msg);
    return true;
  };
  const withdraw = useCommand("getProfit", { handles });
  const send = ({ target, amount, contact, walletAddress }: WithdrawValues) => {
    const amountCents = centsOf(amount) ?? 0;
    const to =
      target === "crypto" ? { contact: contact.trim(), walletAddress: walletAddress.trim() } : {};
    void withdraw.send({ amountCents, target, ...to }, ({ withdrawal }) => setDone(withdrawal));
  };
  if (done) return <WithdrawDone withdrawal={done} onClose={onClose} onRecords={onRecords} />;
  if (comparing) {
    return (
      <WithdrawReview
        values={form.values}
        limits={info}
        busy={withdraw.busy}
        onBack={() => setComparing(false)}
        onConfirm={() => send(form.values)}
      />
    );
  }
  return (
    <WithdrawForm
      form={form}
      info={info}
      busy={withdraw.busy}
      onSend={(values) => (values.target === "crypto" ? setComparing(true) : send(values))}
    />
  );
}

/** Maps a refusal to the form field it concerns. */
function fieldOf(field: string | undefined, reason: CallRefused["reason"]) {
  if (field === "contact" || field === "walletAddress") return field;
  return field === "amountCents" || reason === "insufficientBalance" ? "amount" : undefined;
}
