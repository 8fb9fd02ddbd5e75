import { Alert } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult, CallParameters } from "../../../lib/call.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { openPayTab } from "../../payment/pay-tab.ts";
import { PaymentView } from "../../payment/PaymentView.tsx";
import { UnknownOutcome } from "../../payment/UnknownOutcome.tsx";
import { RenewalResult } from "./RenewalResult.tsx";
import { RenewForm } from "./RenewForm.tsx";
import { RenewalPaidResult } from "./RenewalPaidResult.tsx";
import type { StaticIp } from "../static-ip.ts";
import type { Quote } from "./use-renewal-quote.ts";
import { type Command, useCommand } from "../../../lib/use-command.ts";

/** The maximum number of IPs in one call (spec/static#renewal: `ids`). */
const MAX_RENEW = 1000;

export type RenewedAnswer = CallResult<"renewalStaticMany">;
type RenewParameters = CallParameters<"renewalStaticMany">;
/** The result: renewed at once, or a page on which to pay. */
type Outcome = { renewed: RenewedAnswer } | { paymentId: string; popupBlocked: boolean };

/**
 * Renews one or many IPs, all or none, showing the cost beforehand. Each opening is one purchase;
 * if its answer was lost, the next opening asks for it again.
 */
export function RenewDialog(props: {
  rows: readonly StaticIp[];
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(["static-take", "buy", "ui"]);
  const command = useCommand("renewalStaticMany", { handles: true });
  const count = props.rows.length;
  const words = { count, number: formatNumber(count), ip: props.rows[0]?.host };
  return (
    <StepDialog
      opened={props.opened}
      onClose={props.onClose}
      size="xl"
      busy={command.busy}
      title={count === 1 ? t("renew.titleOf", words) : t("renew.title", words)}
    >
      {count > MAX_RENEW ? (
        <Alert color="amber" role="alert">
          {t("renew.tooMany", { most: formatNumber(MAX_RENEW) })}
        </Alert>
      ) : (
        <Steps rows={props.rows} command={command} onClose={props.onClose} />
      )}
    </StepDialog>
  );
}

function Steps(props: {
  rows: readonly StaticIp[];
  command: Command<"renewalStaticMany">;
  onClose: () => void;
}) {
  const { t } = useTranslation("static-take");
  const { command, onClose } = props;
  // Kept while the dialog is open, since the list may show another page by then.
  const [rows] = useState(props.rows);
  const [quote, setQuote] = useState<Quote | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = async (parameters: RenewParameters, shownQuote: Quote | null, lost: boolean) => {
    setQuote(shownQuote);
    const tab = parameters.method === "wallet" ? null : openPayTab();
    const answer = await (lost ? command.retry() : command.send(parameters));
    // Navigates or closes the tab even if this screen has been left by then.
    const { paymentId, payUrl } = answer ?? {};
    if (answer && paymentId && payUrl) {
      tab?.navigate(payUrl);
      setOutcome({ paymentId, popupBlocked: tab?.popupBlocked ?? true });
    } else {
      tab?.close();
      if (answer) setOutcome({ renewed: answer });
    }
  };
  if (outcome && "renewed" in outcome)
    return <RenewalResult renewed={outcome.renewed} onClose={onClose} />;
  if (outcome) {
    return (
      <PaymentView
        paymentId={outcome.paymentId}
        interruption={outcome.popupBlocked ? "blocked" : undefined}
        onAgain={() => setOutcome(null)}
        paid={(payment) => <RenewalPaidResult payment={payment} quote={quote} onClose={onClose} />}
      />
    );
  }
  const { lost } = command;
  const count = lost?.ids.length ?? 0;
  return (
    <>
      {lost && (
        <UnknownOutcome
          title={t("lost.renewed", { count, number: formatNumber(count) })}
          busy={command.busy}
          onRetry={() => void run(lost, quote, true)}
          onForget={command.forget}
        />
      )}
      {/* Keeps the form's values in case nothing was renewed. */}
      <div hidden={lost !== null}>
        <RenewForm
          rows={rows}
          busy={command.busy}
          refusal={command.refusal}
          onChange={command.clear}
          onRenew={(question, wanted) => void run(question, wanted, false)}
        />
      </div>
    </>
  );
}
