import { Stack, Textarea } from "@mantine/core";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { when } from "@turnpike/ui/list/kinds.tsx";
import { toast } from "@turnpike/ui/lib/toast.ts";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Rows } from "../../parts/list/List.tsx";
import { ChooseFile } from "../../parts/ChooseFile.tsx";

type Policy = Item<"policyList">;
type T = ReturnType<typeof useT>;

const poolsText = ({ pools }: Policy) =>
  pools === null ? "all" : pools.length === 0 ? "none" : pools.join(", ");

const columns = (t: T): ListColumn<Policy>[] => [
  { key: "name" },
  { key: "names", align: "right", text: ({ names }) => formatNumber(names) },
  {
    key: "policyPools",
    text: (row) => {
      const text = poolsText(row);
      return text === "all" || text === "none" ? t(`policies.${text}`) : text;
    },
  },
  {
    key: "refusedTo",
    text: ({ exceptApproved }) => t(exceptApproved ? "policies.unapproved" : "policies.everybody"),
  },
  { key: "leftOut", align: "right", text: ({ leftOut }) => formatNumber(leftOut) },
  { key: "importedAt", as: when },
];

const importAct = (t: T): Act<"policyImport"> => ({
  call: "policyImport",
  fields: [
    { name: "name", words: "listName", kind: "text", maxLength: 40 },
    {
      name: "text",
      words: "policyText",
      kind: "own",
      show: ({ label, value, error, onChange }) => (
        <Stack gap="xs">
          <ChooseFile accept=".txt,.hosts,text/plain" onText={onChange} onFault={toast.error} />
          <Textarea
            label={label}
            description={t("policies.listHelp")}
            value={value}
            error={error}
            minRows={6}
            maxRows={12}
            autosize
            spellCheck={false}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </Stack>
      ),
    },
  ],
  done: ({ names, leftOut }) =>
    t("policies.imported", { names: formatNumber(names), leftOut: formatNumber(leftOut) }),
});

const setAct = (t: T, row: Policy): Act<"policySet"> => ({
  call: "policySet",
  name: row.name,
  fixed: { name: row.name },
  fields: [
    {
      name: "pools",
      words: "policyPools",
      kind: "text",
      initial: poolsText(row),
      help: t("policies.poolsHelp"),
    },
    {
      name: "exceptApproved",
      words: "refusedTo",
      kind: "select",
      initial: row.exceptApproved ? "1" : "0",
      options: [
        { value: "0", label: t("policies.everybody") },
        { value: "1", label: t("policies.unapproved") },
      ],
    },
  ],
  toInput: ({ pools, ...values }) => {
    const words = String(pools)
      .split(",")
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== "" && word !== "none");
    return words.includes("all") ? { ...values, everywhere: 1 } : { ...values, pools: words };
  },
});

/** Lists of domains that are refused. */
export function Policies() {
  const t = useT();
  const lists = useCall("policyList", {});
  return (
    <>
      <PageHeader
        title={t("screens.policies.title")}
        description={t("screens.policies.text")}
        actions={<ActButton variant="filled" act={importAct(t)} />}
      />
      <Rows
        name="policies"
        rows={lists.data?.items}
        error={lists.error}
        onRetry={() => void lists.refetch()}
        rowId={({ name }) => name}
        empty={t("screens.policies.empty")}
        search={{ label: t("screens.policies.search"), fits: fitsName }}
        columns={columns(t)}
        actions={(row) => (
          <>
            <ActButton size="compact-xs" act={setAct(t, row)} />
            <ActButton
              size="compact-xs"
              act={{
                call: "policyRemove",
                name: row.name,
                danger: true,
                fixed: { name: row.name },
              }}
            />
          </>
        )}
      />
    </>
  );
}

const fitsName = ({ name }: Policy, text: string) => name.includes(text.toLowerCase());
