import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Code, CustomerLink, Money, State, When } from "../../parts/cells.tsx";
import { List } from "../../parts/list/List.tsx";

/** Refunds and charge-backs. A refund whose money was not sent yet can be sent from here. */
export function Refunds() {
  const t = useT();
  return (
    <>
      <PageHeader
        title={t("screens.refunds.title")}
        description={t("screens.refunds.text")}
        actions={<ActButton act={{ call: "refundsSend" }} />}
      />
      <List
        call="refundList"
        name="refunds"
        empty={t("screens.refunds.empty")}
        rowId={({ id }) => id}
        filters={[{ name: "due", kind: "select", words: "due", options: ["1"] }]}
        toInput={({ due }) => (due ? { due: true } : {})}
        columns={[
          { key: "at", text: ({ at }) => at, show: ({ at }) => <When at={at} /> },
          {
            key: "email",
            text: ({ email, accountId }) => email ?? accountId,
            show: (row) => <CustomerLink {...row} />,
          },
          { key: "of", text: ({ of }) => of, show: ({ of }) => <Code>{of}</Code> },
          { key: "kind", text: ({ kind }) => word("ledger:kinds", kind) },
          {
            key: "amount",
            align: "right",
            text: ({ cents }) => (cents === null ? null : cents / 100),
            show: ({ cents }) => <Money cents={cents} />,
          },
          { key: "to", text: ({ to }) => word("methods", to) },
          {
            key: "state",
            text: ({ state }) => state,
            show: ({ state }) => <State state={state} />,
          },
          { key: "tries", align: "right", extra: "narrow", text: ({ tries }) => tries },
          { key: "error", wrap: true, extra: true, text: ({ error }) => error },
          { key: "reason", wrap: true, extra: true, text: ({ reason }) => reason },
        ]}
      />
    </>
  );
}
