import type { CallName } from "@turnpike/contract/calls.ts";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { type ReactNode, useState } from "react";
import type { CallParameters, CallRefused, CallResult } from "../../lib/call.ts";
import { type Command, useCommand } from "../../lib/use-command.ts";
import { orderWithTab, type PayPage } from "../payment/pay-tab.ts";
import { PaidNotes } from "../payment/PaidNotes.tsx";
import type { Payment } from "../payment/payment-state.ts";
import { PaymentView } from "../payment/PaymentView.tsx";
import { UnknownOutcome } from "../payment/UnknownOutcome.tsx";
import { useRequote } from "./use-quote.ts";

/** Calls that buy something. */
export type PurchaseCall = Extract<
  CallName,
  | "placeOrder"
  | "orderUnlimit"
  | "renewalUnlimit"
  | "staticUse"
  | "shortExtract"
  | "renewalStaticMany"
  | "ipOpen"
>;

/** What a purchase's form gets and does. */
export interface Purchase<K extends PurchaseCall> {
  busy: boolean;
  refusal: CallRefused | null;
  /** The selection differs from what was refused. */
  onChange: () => void;
  /** `outside`: on a payment page, whose tab opens during this click. */
  send: (parameters: CallParameters<K>, outside?: boolean) => void;
  /** What was ordered before on a payment page and is to be paid differently. */
  before: CallParameters<K> | null;
}

interface Result<K extends PurchaseCall> {
  sent: CallParameters<K>;
  /** Buys more of the same. */
  again: () => void;
  close: () => void;
}

interface Props<K extends PurchaseCall, S> {
  call: K;
  /** What is bought, or where the selection starts; null while closed. */
  subject: S | null;
  title: (subject: S) => string;
  form: (subject: S, purchase: Purchase<K>) => ReactNode;
  /** The question while it is unknown whether it was bought. */
  lost: (sent: CallParameters<K>) => string;
  done: (answer: CallResult<K>, result: Result<K>) => ReactNode;
  /** The payment on its page has arrived. */
  paid?: (payment: Payment, result: Result<K> & { subject: S; notes: ReactNode }) => ReactNode;
  /** Something else is open above it. */
  locked?: boolean;
  onClose: () => void;
}

/**
 * The dialog of a purchase: choose, pay, done. Each opening is one purchase. If its answer was lost,
 * the next opening asks for it again, with the same requestId (spec/api#requestid).
 */
export function PurchaseDialog<K extends PurchaseCall, S>(props: Props<K, S>) {
  const command = useCommand<K>(props.call, { handles: true });
  useRequote(command.refusal);
  const [asked, setAsked] = useState<S | null>(null);
  const [subject, setSubject] = useState<S | null>(null);
  const [isOpen, setOpen] = useState(false);
  const opened = props.subject !== null;
  if (opened !== isOpen) {
    setOpen(opened);
    // A purchase whose answer was lost is shown first, even if it was another one.
    if (opened) setSubject((command.lost && asked) ?? props.subject);
  }
  const close = () => {
    command.clear();
    props.onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="xl"
      busy={command.busy || (props.locked ?? false)}
      title={subject === null ? "" : props.title(subject)}
    >
      {subject !== null && (
        <Steps
          {...props}
          subject={subject}
          command={command}
          onAsk={() => setAsked(subject)}
          onForget={() => {
            command.forget();
            setSubject(props.subject);
          }}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

interface StepProps<K extends PurchaseCall, S> extends Props<K, S> {
  subject: S;
  command: Command<K>;
  onAsk: () => void;
  onForget: () => void;
}
interface Outcome<K extends PurchaseCall> {
  sent: CallParameters<K>;
  answer: CallResult<K>;
  page: PayPage | null;
}
type Paying = { paymentId?: string; payUrl?: string } | undefined;

function Steps<K extends PurchaseCall, S>(props: StepProps<K, S>) {
  const { command, subject, onClose } = props;
  const [outcome, setOutcome] = useState<Outcome<K> | null>(null);
  const [before, setBefore] = useState<CallParameters<K> | null>(null);
  const run = async (
    sent: CallParameters<K>,
    outside: boolean,
    order: () => Promise<CallResult<K> | undefined>,
  ) => {
    props.onAsk();
    const done = await orderWithTab(outside, order as () => Promise<Paying>);
    if (done) setOutcome({ sent, answer: done.answer as CallResult<K>, page: done.page });
  };
  if (outcome) {
    const again = () => {
      setBefore(outcome.page && outcome.sent);
      setOutcome(null);
    };
    const result = { sent: outcome.sent, again, close: onClose };
    if (!outcome.page) return props.done(outcome.answer, result);
    return (
      <PaymentView
        paymentId={outcome.page.paymentId}
        interruption={outcome.page.popupBlocked ? "blocked" : undefined}
        onAgain={again}
        paid={(payment) =>
          props.paid?.(payment, { ...result, subject, notes: <PaidNotes payment={payment} /> })
        }
      />
    );
  }
  const { lost } = command;
  const outsideOf = (sent: { method?: unknown }) =>
    sent.method !== undefined && sent.method !== "wallet";
  return (
    <>
      {lost && (
        <UnknownOutcome
          title={props.lost(lost)}
          busy={command.busy}
          onRetry={() => void run(lost, outsideOf(lost), command.retry)}
          onForget={props.onForget}
        />
      )}
      {/* Keeps the form's values in case nothing was bought. */}
      <div hidden={lost !== null}>
        {props.form(subject, {
          busy: command.busy,
          refusal: command.refusal,
          onChange: command.clear,
          send: (sent, outside = false) => void run(sent, outside, () => command.send(sent)),
          before,
        })}
      </div>
    </>
  );
}
