import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useT, word } from "../../lib/words.ts";
import { Money, cents, code, day } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, state } from "../../parts/cells.tsx";
import { List } from "../../parts/list/List.tsx";

/** Disputes of card payments and early fraud warnings; staff answer them at the provider. */
export function Disputes() {
  const t = useT();
  return (
    <>
      <PageHeader title={t("screens.disputes.title")} description={t("screens.disputes.text")} />
      <List
        call="disputeList"
        name="disputes"
        empty={t("screens.disputes.empty")}
        rowId={({ id }) => id}
        where={[{ name: "open", as: "select", words: "open", options: ["1"] }]}
        toInput={({ open }) => (open ? { open: true } : {})}
        columns={[
          { key: "openedAt", as: day },
          {
            key: "email",
            text: ({ email, accountId }) => email ?? accountId,
            show: (row) => <CustomerLink {...row} />,
          },
          { key: "kind", text: ({ kind }) => word("disputes", kind) },
          {
            key: "amount",
            align: "right",
            text: ({ cents }) => cents / 100,
            show: ({ cents }) => <Money cents={cents} />,
          },
          { key: "takenCents", as: cents },
          { key: "reason", wrap: true },
          { key: "state", as: state },
          { key: "dueAt", as: day },
          { key: "ref", extra: "chosen", as: code },
        ]}
      />
    </>
  );
}
