import { Text } from "@mantine/core";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { formatCountry, formatNumber } from "@turnpike/ui/lib/format.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { count, NONE, when } from "@turnpike/ui/list/kinds.tsx";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { Rows } from "../../parts/list/List.tsx";
import { importListAct, listActs } from "./bought-acts.tsx";

type BoughtList = Item<"exitLists">;
const EVERY_MS = 10_000;

/** Lists of proxies bought from wholesalers: what is sold, free and dead, and until when they are paid. */
export function Lists() {
  const t = useT();
  const lists = useCall("exitLists", {}, { everyMs: EVERY_MS });
  return (
    <>
      <PageHeader
        title={t("screens.lists.title")}
        description={t("screens.lists.text")}
        actions={<ActButton variant="filled" act={importListAct()} />}
      />
      <Rows
        name="lists"
        rows={lists.data?.items}
        error={lists.error}
        onRetry={() => void lists.refetch()}
        rowId={({ name }) => name}
        empty={t("screens.lists.empty")}
        columns={columns}
        actions={(list) => <RowMenu name={list.name} acts={listActs(list)} />}
      />
    </>
  );
}

const columns: ListColumn<BoughtList>[] = [
  { key: "name" },
  { key: "product", text: ({ product }) => word("products", product) },
  {
    key: "country",
    text: ({ country, city }) => `${country} ${city}`.trim(),
    show: ({ country, city }) => [formatCountry(country), city].filter(Boolean).join(", "),
  },
  { key: "lines", as: count },
  { key: "sold", as: count },
  { key: "free", as: count },
  {
    key: "unreachable",
    align: "right",
    show: ({ unreachable }) => (
      <Text span inherit c={unreachable > 0 ? "red" : "dimmed"}>
        {formatNumber(unreachable)}
      </Text>
    ),
  },
  { key: "leaving", extra: "chosen", as: count },
  {
    key: "endsOn",
    text: ({ endsOn }) => endsOn,
    show: ({ endsOn, daysLeft }) => <PaidUntil endsOn={endsOn} daysLeft={daysLeft} />,
  },
  { key: "syncedAt", as: when },
  { key: "node", extra: "chosen", text: ({ node }) => node || NONE },
  { key: "provenance", extra: "chosen", wrap: true },
  {
    key: "trouble",
    wrap: true,
    show: ({ trouble }) => (
      <Text span inherit c={trouble === "" ? "dimmed" : "red"}>
        {trouble || NONE}
      </Text>
    ),
  },
];

const SOON_DAYS = 7;

/** The last paid day, in red from a week before. */
function PaidUntil({ endsOn, daysLeft }: Pick<BoughtList, "endsOn" | "daysLeft">) {
  if (endsOn === null || daysLeft === null) return NONE;
  return (
    <Text span inherit {...(daysLeft < SOON_DAYS ? { c: "red" } : {})} className="numeric">
      {endsOn}
    </Text>
  );
}
