import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Code, CustomerLink, When } from "../../parts/cells.tsx";
import listClasses from "../../parts/list/list.module.css";
import { Rows } from "../../parts/list/Rows.tsx";
import type { ListColumn } from "../../parts/list/columns.ts";

type Target = Item<"targetList">;

const targetColumns = (t: ReturnType<typeof useT>): ListColumn<Target>[] => [
  {
    key: "pattern",
    text: ({ pattern }) => pattern,
    show: ({ pattern }) => <Code>{pattern}</Code>,
  },
  {
    key: "for",
    text: ({ email, accountId }) => email ?? accountId ?? t("targets.everyone"),
    show: (row) => (row.accountId ? <CustomerLink {...row} /> : t("targets.everyone")),
  },
  {
    key: "createdAt",
    text: ({ createdAt }) => createdAt,
    show: ({ createdAt }) => <When at={createdAt} />,
  },
];

/** Blocked targets, for all customers or for one. */
export function Targets() {
  const t = useT();
  const [{ search }, set] = useUrlText(["search"]);
  const targets = useCall("targetList", {});
  const fits = (text: string | null) => text?.toLowerCase().includes(search.toLowerCase());
  const rows = targets.data?.items.filter(({ pattern, email }) => fits(pattern) || fits(email));
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
        rows={rows}
        error={targets.error}
        onRetry={() => void targets.refetch()}
        rowId={({ pattern, accountId }) => `${pattern} ${accountId ?? ""}`}
        empty={search ? t("nothingFits") : t("screens.targets.empty")}
        filters={
          <div className={listClasses.filters}>
            <div className={listClasses.search}>
              <SearchField
                label={t("screens.targets.search")}
                value={search}
                onSearch={(text) => set({ search: text })}
              />
            </div>
          </div>
        }
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
