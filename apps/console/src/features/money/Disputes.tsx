import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { useT, word } from "../../lib/words.ts";
import { Code, CustomerLink, Money, State, When } from "../../parts/cells.tsx";
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
        filters={[{ name: "open", kind: "select", words: "open", options: ["1"] }]}
        toInput={({ open }) => (open ? { open: true } : {})}
        columns={[
          {
            key: "openedAt",
            text: ({ openedAt }) => openedAt,
            show: ({ openedAt }) => <When at={openedAt} />,
          },
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
          {
            key: "takenCents",
            align: "right",
            text: ({ takenCents }) => takenCents / 100,
            show: ({ takenCents }) => <Money cents={takenCents} />,
          },
          { key: "reason", wrap: true, text: ({ reason }) => reason },
          {
            key: "state",
            text: ({ state }) => state,
            show: ({ state }) => <State state={state} />,
          },
          { key: "dueAt", text: ({ dueAt }) => dueAt, show: ({ dueAt }) => <When at={dueAt} /> },
          {
            key: "ref",
            extra: "narrow",
            text: ({ ref }) => ref,
            show: ({ ref }) => <Code>{ref}</Code>,
          },
        ]}
      />
    </>
  );
}
