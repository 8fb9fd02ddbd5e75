import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { code, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/List.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";

type Target = Item<"targetList">;

const targetColumns = (t: ReturnType<typeof useT>): ListColumn<Target>[] => [
  { key: "pattern", as: code },
  {
    key: "for",
    text: ({ email, accountId }) => email ?? accountId ?? t("targets.everyone"),
    show: (row) => (row.accountId ? <CustomerLink {...row} /> : t("targets.everyone")),
  },
  { key: "createdAt", as: when },
];

const fits = ({ pattern, email }: Target, text: string) =>
  [pattern, email].some((part) => part?.toLowerCase().includes(text.toLowerCase()));

/** Blocked targets, for all customers or for one. */
export function Targets() {
  const t = useT();
  const targets = useCall("targetList", {});
  return (
    <>
      <PageHeader
        title={t("screens.targets.title")}
        description={t("screens.targets.text")}
        actions={<Block />}
      />
      <Rows
        name="blocked-targets"
        exported
        rows={targets.data?.items}
        error={targets.error}
        onRetry={() => void targets.refetch()}
        rowId={({ pattern, accountId }) => `${pattern} ${accountId ?? ""}`}
        empty={t("screens.targets.empty")}
        search={{ label: t("screens.targets.search"), fits }}
        columns={targetColumns(t)}
        actions={({ pattern, accountId }) => (
          <ActButton
            size="compact-xs"
            act={{
              call: "targetUnblock",
              name: pattern,
              fixed: { pattern, ...(accountId ? { account: accountId } : {}) },
            }}
          />
        )}
      />
    </>
  );
}

function Block() {
  const t = useT();
  return (
    <ActButton
      variant="filled"
      act={{
        call: "targetBlock",
        fields: [
          { name: "pattern", kind: "text", help: t("targets.patternHelp") },
          {
            name: "account",
            words: "accountOf",
            kind: "text",
            optional: true,
            help: t("targets.accountHelp"),
          },
        ],
        done: ({ added }) => (added ? t("acts.targetBlock.done") : t("targets.already")),
      }}
    />
  );
}
