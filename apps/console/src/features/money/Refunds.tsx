import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Money, code, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, state } from "../../parts/cells.tsx";
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
        where={[{ name: "due", as: "select", words: "due", options: ["1"] }]}
        toInput={({ due }) => (due ? { due: true } : {})}
        columns={[
          { key: "at", as: when },
          {
            key: "email",
            text: ({ email, accountId }) => email ?? accountId,
            show: (row) => <CustomerLink {...row} />,
          },
          { key: "of", as: code },
          { key: "kind", text: ({ kind }) => word("ledger:kinds", kind) },
          {
            key: "amount",
            align: "right",
            text: ({ cents }) => (cents === null ? null : cents / 100),
            show: ({ cents }) => <Money cents={cents} />,
          },
          { key: "to", text: ({ to }) => word("methods", to) },
          { key: "state", as: state },
          { key: "tries", align: "right", extra: "narrow" },
          { key: "error", wrap: true, extra: true },
          { key: "reason", wrap: true, extra: true },
        ]}
      />
    </>
  );
}
