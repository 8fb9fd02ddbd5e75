import { Alert, Group, SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import {
  formatBytes,
  formatCents,
  formatCountry,
  formatNumber,
  formatPercent,
} from "@turnpike/ui/lib/format.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { Code, Money, NONE } from "@turnpike/ui/list/kinds.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Rows } from "../../parts/list/List.tsx";
import { Costs } from "./Costs.tsx";
import { DateRangeFields, useDateRange } from "./DateRangeFields.tsx";

const groups = ["product", "country", "exit", "upstream", "pool"] as const;
type By = (typeof groups)[number];
type Line = CallResult<"margin">["items"][number];

/** The margin in percent of revenue, with one decimal; null if there was no revenue. */
const shareOf = ({ marginCents, revenueCents }: Pick<Line, "marginCents" | "revenueCents">) =>
  revenueCents <= 0 ? null : Math.round((marginCents * 1_000) / revenueCents) / 10;

/** Margin (revenue minus the cost of exits) and those costs. */
export function Margin() {
  const t = useT();
  const [values, set] = useUrlText(["from", "to", "by"], { keepsPage: true });
  const by = groups.find((one) => one === values.by) ?? "product";
  const { from, to } = useDateRange(values);
  const margin = useCall("margin", { from, to, by }, { keepLast: true });
  const { total, leftOut = 0 } = margin.data ?? {};
  return (
    <>
      <PageHeader title={t("screens.margin.title")} description={t("screens.margin.text")} />
      <Stack gap="md">
        <Group gap="xs">
          <DateRangeFields from={from} to={to} onChange={set} />
          <SegmentedControl
            size="sm"
            aria-label={t("revenue.by")}
            value={by}
            onChange={(next) => set({ by: next === "product" ? "" : next })}
            data={groups.map((value) => ({ value, label: t(`margin.groups.${value}`) }))}
          />
        </Group>
        <Totals total={total} />
        {total !== undefined && total.unpriced > 0 && (
          <Alert color="amber" role="status">
            {t("margin.unpriced", { count: total.unpriced, number: formatNumber(total.unpriced) })}
          </Alert>
        )}
        <Rows
          name={`margin-${by}`}
          title={t(`margin.groups.${by}`)}
          exported
          rows={margin.data?.items}
          rowId={({ group }) => group}
          error={margin.error}
          onRetry={() => void margin.refetch()}
          empty={t("margin.none")}
          columns={columnsOf(by, t("margin.ofNone"))}
        />
        {leftOut > 0 && (
          <Text c="dimmed" fz="sm">
            {t("margin.leftOut", { count: leftOut, number: formatNumber(leftOut) })}
          </Text>
        )}
        <Costs />
      </Stack>
    </>
  );
}

function columnsOf(by: By, ofNone: string): ListColumn<Line>[] {
  const nameOf = ({ group }: Line) => {
    if (group === "") return ofNone;
    if (by === "pool") return group;
    if (by === "exit") return <Code>{group}</Code>;
    return by === "country" ? formatCountry(group) : word("products", group);
  };
  return [
    { key: by, text: ({ group }) => group || ofNone, show: nameOf },
    {
      key: "carried",
      align: "right",
      extra: "narrow",
      text: ({ bytes }) => bytes,
      show: ({ bytes }) => formatBytes(bytes),
    },
    ...(["revenueCents", "costCents", "marginCents"] as const).map(
      (key): ListColumn<Line> => ({
        key,
        align: "right",
        text: (line) => line[key] / 100,
        show: (line) => <Money cents={line[key]} />,
      }),
    ),
    { key: "marginPercent", align: "right", text: shareOf, show: (line) => percent(shareOf(line)) },
    {
      key: "unpriced",
      align: "right",
      extra: true,
      text: ({ unpriced }) => unpriced,
      show: ({ unpriced }) => (unpriced === 0 ? NONE : formatNumber(unpriced)),
    },
  ];
}

const percent = (share: number | null) => (share === null ? NONE : formatPercent(share));

function Totals({ total }: { total: CallResult<"margin">["total"] | undefined }) {
  const t = useT();
  const money = (cents: number | undefined) =>
    cents === undefined ? undefined : formatCents(cents);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatCard label={t("columns.marginCents")} value={money(total?.marginCents)} />
      <StatCard label={t("columns.marginPercent")} value={total && percent(shareOf(total))} />
      <StatCard label={t("columns.revenueCents")} value={money(total?.revenueCents)} />
      <StatCard label={t("columns.costCents")} value={money(total?.costCents)} />
    </SimpleGrid>
  );
}
