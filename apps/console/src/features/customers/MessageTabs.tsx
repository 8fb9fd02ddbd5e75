import { Stack } from "@mantine/core";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { code, when } from "@turnpike/ui/list/kinds.tsx";
import { Chips, State } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { List } from "../../parts/list/List.tsx";
import { Rows } from "../../parts/list/List.tsx";

/** Mails sent to a customer, without their text. */
export function Mails({ account }: { account: string }) {
  const t = useT();
  return (
    <List
      call="customerMails"
      name="mails"
      title={t("tabs.mails")}
      fixed={{ account }}
      empty={t("customer.noMails")}
      rowId={({ id }) => id}
      columns={[
        { key: "queuedAt", as: when },
        { key: "subject", wrap: true },
        { key: "recipient" },
        {
          key: "state",
          text: (mail) => mailState(mail),
          show: (mail) => <State state={mailState(mail)} />,
        },
        { key: "sentAt", as: when },
        { key: "error", wrap: true, extra: "narrow", text: ({ lastError }) => lastError },
      ]}
      actions={({ id, subject, canResend }) =>
        canResend && (
          <ActButton
            size="compact-xs"
            act={{ call: "mailResend", name: subject, fixed: { account, id } }}
          />
        )
      }
    />
  );
}

const mailState = (mail: { sentAt: string | null; lastError: string | null }) =>
  mail.sentAt ? "done" : mail.lastError ? "failed" : "waiting";

type Hook = CallResult<"customerWebhooks">["webhooks"][number];
type Delivery = CallResult<"customerWebhooks">["deliveries"][number];

const hookState = ({ disabledBy, failingSince }: Hook) =>
  disabledBy ? "disabled" : failingSince ? "failed" : "active";

const address: ListColumn<{ url: string }> = {
  key: "url",
  wrap: true,
  as: code,
};

const hookColumns = (all: string): ListColumn<Hook>[] => [
  address,
  {
    key: "events",
    wrap: true,
    text: ({ events }) => events.join(" "),
    show: ({ events }) => (events.length > 0 ? <Chips items={events} /> : all),
  },
  { key: "state", text: hookState, show: (hook) => <State state={hookState(hook)} /> },
  { key: "failingSince", as: when },
];

const deliveryColumns = (): ListColumn<Delivery>[] => [
  { key: "at", as: when },
  { key: "event" },
  { key: "state", text: ({ status }) => status, show: ({ status }) => <State state={status} /> },
  { key: "tries", align: "right" },
  { ...address, extra: "narrow" },
];

/** Webhooks and their recent deliveries. */
export function Webhooks({ account }: { account: string }) {
  const t = useT();
  const answer = useCall("customerWebhooks", { account });
  const common = {
    empty: t("customer.none"),
    error: answer.error,
    onRetry: () => void answer.refetch(),
  };
  return (
    <Stack gap="md">
      <Rows
        {...common}
        name="webhooks"
        title={t("counts.webhooks")}
        rows={answer.data?.webhooks}
        rowId={({ id }) => id}
        columns={hookColumns(t("all"))}
      />
      <Rows
        {...common}
        name="deliveries"
        title={t("customer.deliveries")}
        exported
        rows={answer.data?.deliveries}
        rowId={({ id }) => id}
        columns={deliveryColumns()}
      />
    </Stack>
  );
}
