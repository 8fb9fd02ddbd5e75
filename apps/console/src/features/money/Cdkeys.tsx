import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { Item } from "../../lib/call.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Code, When, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, State } from "../../parts/cells.tsx";
import { List } from "../../parts/list/List.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";

type Cdkey = Item<"cdkeyList">;

const stateOf = ({ usedAt, voidedAt }: Cdkey) => (voidedAt ? "void" : usedAt ? "used" : "unused");

const cdkeyColumns = (): ListColumn<Cdkey>[] => [
  {
    key: "prefix",
    text: ({ prefix }) => prefix,
    show: ({ prefix }) => <Code>{prefix}…</Code>,
  },
  {
    key: "holds",
    text: ({ kind, amount }) => `${formatNumber(amount)} ${word("units", kind)}`,
  },
  {
    key: "maker",
    text: ({ email, accountId }) => email ?? accountId,
    show: (row) => <CustomerLink {...row} />,
  },
  { key: "state", text: stateOf, show: (row) => <State state={stateOf(row)} /> },
  {
    key: "createdAt",
    text: ({ producedAt }) => producedAt,
    show: ({ producedAt }) => <When at={producedAt} />,
  },
  { key: "usedAt", as: when },
];

/** CDKeys; only the beginning of each code is shown. */
export function Cdkeys() {
  const t = useT();
  return (
    <>
      <PageHeader
        title={t("screens.cdkeys.title")}
        actions={
          <ActButton
            act={{
              call: "cdkeyVoid",
              words: "cdkeyVoidMany",
              danger: true,
              fields: [{ name: "maker", kind: "text" }],
            }}
          />
        }
      />
      <List
        call="cdkeyList"
        name="cdkeys"
        empty={t("screens.cdkeys.empty")}
        rowId={({ id }) => id}
        where={[
          { name: "account", as: "search", slim: true, label: t("screens.cdkeys.search") },
          { name: "state", as: "select", options: ["unused", "used", "void"] },
        ]}
        columns={cdkeyColumns()}
        actions={(row) =>
          stateOf(row) === "unused" && (
            <ActButton
              size="compact-xs"
              act={{
                call: "cdkeyVoid",
                name: `${row.prefix}…`,
                danger: true,
                fixed: { id: row.id },
              }}
            />
          )
        }
      />
    </>
  );
}
