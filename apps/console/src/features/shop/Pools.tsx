import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import type { CallResult, Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { state } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/List.tsx";

type Member = Item<"poolShow">;
type Pool = CallResult<"poolShow">["pools"][number];

const columns: ListColumn<Member>[] = [
  { key: "pool" },
  { key: "member" },
  { key: "priority", align: "right" },
  { key: "weight", align: "right" },
  { key: "state", as: state },
];

const titleFields = ["De", "Fr", "Ru", "Vi", "Zh"].map((lang) => {
  return { name: `title${lang}`, kind: "text", optional: true, maxLength: 60 } as const;
});
const addAct: Act<"poolAdd"> = {
  call: "poolAdd",
  fields: [
    { name: "pool", words: "poolName", kind: "text", maxLength: 40 },
    { name: "title", words: "titleEn", kind: "text", maxLength: 60 },
    ...titleFields,
  ],
};

const share = ({ priority, weight }: { priority: number; weight: number }) => [
  { name: "priority", kind: "integer", initial: String(priority) } as const,
  { name: "weight", kind: "integer", initial: String(weight) } as const,
];

const memberAct = (pools: readonly Pool[]): Act<"poolSet"> => ({
  call: "poolSet",
  words: "poolSetNew",
  fields: [
    {
      name: "pool",
      kind: "select",
      options: pools.map(({ pool, title }) => {
        return { value: pool, label: title["en"] === undefined ? pool : `${pool}: ${title["en"]}` };
      }),
    },
    { name: "member", kind: "text", maxLength: 40 },
    ...share({ priority: 1, weight: 100 }),
  ],
});

/** Pools of traffic, and who serves them. */
export function Pools() {
  const t = useT();
  const shown = useCall("poolShow", {});
  const pools = shown.data?.pools ?? [];
  const title = ({ pool }: Member) => pools.find((one) => one.pool === pool)?.title["en"] ?? pool;
  return (
    <>
      <PageHeader
        title={t("screens.pools.title")}
        description={t("screens.pools.text")}
        actions={
          <>
            <ActButton act={memberAct(pools)} />
            <ActButton variant="filled" act={addAct} />
          </>
        }
      />
      <Rows
        name="pools"
        rows={shown.data?.items}
        error={shown.error}
        onRetry={() => void shown.refetch()}
        rowId={({ pool, member }) => `${pool} ${member}`}
        empty={t("screens.pools.empty")}
        columns={columns}
        actions={(row) => (
          <>
            <ActButton
              size="compact-xs"
              act={{
                call: "poolSet",
                name: `${row.member} (${title(row)})`,
                fixed: { pool: row.pool, member: row.member },
                fields: share(row),
              }}
            />
            <ActButton
              size="compact-xs"
              act={{
                call: "poolRemove",
                name: `${row.member} (${title(row)})`,
                danger: true,
                fixed: { pool: row.pool, member: row.member },
              }}
            />
          </>
        )}
      />
    </>
  );
}
