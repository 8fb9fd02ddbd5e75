import { Button, NativeSelect, SimpleGrid, Stack } from "@mantine/core";
import { lastQuarters } from "@turnpike/rules/tax/quarter.ts";
import { formatCents, formatCountry, formatPercent } from "@turnpike/ui/lib/format.ts";
import { IconFileDownload } from "@turnpike/ui/icons.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { saveNamed } from "@turnpike/ui/lib/save-file.ts";
import { cents, code, count, NONE, when } from "@turnpike/ui/list/kinds.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { List, Rows } from "../../parts/list/List.tsx";

type Report = CallResult<"taxReport">;
type Line = Report["rows"][number];

/** Quarters offered: tax offices ask about ten years. */
const QUARTERS = 40;

/** What each country is owed for a quarter, and sales whose place is not proved. */
export function Tax() {
  const t = useT();
  const [quarters] = useState(() => lastQuarters(new Date(productClock.nowMs()), QUARTERS));
  const [values, set] = useUrlText(["quarter"], { keepsPage: true });
  const quarter = quarters.find((one) => one === values.quarter) ?? quarters[0] ?? "";
  const report = useCall("taxReport", { quarter }, { keepLast: true });
  return (
    <>
      <PageHeader
        title={t("screens.tax.title")}
        description={t("screens.tax.text")}
        actions={
          <>
            <SchemeAct />
            <DownloadReport report={report.data} />
          </>
        }
      />
      <Stack gap="md">
        <NativeSelect
          aria-label={t("tax.quarter")}
          maw={160}
          value={quarter}
          onChange={(event) => set({ quarter: event.currentTarget.value })}
          data={quarters}
        />
        <Totals rows={report.data?.rows} />
        <Rows
          name="tax-report"
          title={t("tax.byCountry")}
          rows={report.data?.rows}
          rowId={({ country, percent, treatment }) => `${country} ${percent} ${treatment}`}
          error={report.error}
          onRetry={() => void report.refetch()}
          empty={t("screens.tax.empty")}
          columns={columns}
        />
        <Evidence />
      </Stack>
    </>
  );
}

/** Sets the scheme; the form begins with the one that is set. */
function SchemeAct() {
  const shown = useCall("taxShow", {});
  if (!shown.data) return null;
  const initial = JSON.stringify(shown.data.tax, null, 2);
  const file = { name: "file", words: "taxFile", kind: "long", initial } as const;
  const fixed = { seen: shown.data.version };
  return <ActButton act={{ call: "taxSet", fields: [file], fixed }} />;
}

const columns: ListColumn<Line>[] = [
  {
    key: "country",
    text: ({ country }) => country,
    show: ({ country }) => formatCountry(country),
  },
  {
    key: "taxPercent",
    align: "right",
    text: ({ percent }) => percent,
    show: ({ percent }) => formatPercent(percent, 2),
  },
  { key: "treatment", text: ({ treatment }) => word("treatments", treatment) },
  { key: "orders", as: count },
  { key: "netCents", as: cents },
  { key: "taxCents", as: cents },
  { key: "creditNotes", as: count, extra: "narrow" },
  { key: "creditNetCents", as: cents, extra: "narrow" },
  { key: "creditTaxCents", as: cents },
];

const sum = (rows: readonly Line[], of: (row: Line) => number) =>
  formatCents(rows.reduce((total, row) => total + of(row), 0));

function Totals({ rows }: { rows: readonly Line[] | undefined }) {
  const t = useT();
  const total = (of: (row: Line) => number) => rows && sum(rows, of);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatCard
        label={t("tax.owed")}
        value={total(({ taxCents, creditTaxCents }) => taxCents - creditTaxCents)}
      />
      <StatCard label={t("columns.taxCents")} value={total(({ taxCents }) => taxCents)} />
      <StatCard
        label={t("columns.creditTaxCents")}
        value={total(({ creditTaxCents }) => creditTaxCents)}
      />
      <StatCard label={t("columns.netCents")} value={total(({ netCents }) => netCents)} />
    </SimpleGrid>
  );
}

function DownloadReport({ report }: { report: Report | undefined }) {
  const t = useT();
  return (
    <Button
      size="xs"
      variant="default"
      disabled={!report}
      leftSection={<IconFileDownload size={16} />}
      onClick={() =>
        report && saveNamed({ name: report.fileName, text: report.csv, type: "text/csv" })
      }
    >
      {t("tax.download")}
    </Button>
  );
}

const place = (country: string | null) => (country === null ? NONE : formatCountry(country));

function Evidence() {
  const t = useT();
  return (
    <List
      call="taxEvidence"
      name="tax-evidence"
      title={t("tax.evidence")}
      description={t("tax.evidenceText")}
      prefix="evidence"
      empty={t("tax.noEvidence")}
      rowId={({ orderNo }) => orderNo}
      where={[{ name: "conflicts", as: "select", words: "conflicts", options: ["1"] }]}
      toInput={({ conflicts }) => (conflicts ? { conflicts: true } : {})}
      columns={[
        { key: "at", as: when },
        { key: "orderNo", as: code },
        ...(["billing", "network", "card"] as const).map((key) => ({
          key,
          title: `${key}Country`,
          text: (row: Record<typeof key, string | null>) => row[key],
          show: (row: Record<typeof key, string | null>) => place(row[key]),
        })),
      ]}
    />
  );
}
