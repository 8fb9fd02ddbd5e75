import { Button, Group, Menu, Stack } from "@mantine/core";
import { type UsagePart, usageParts } from "@turnpike/rules/usage.ts";
import { IconChartBar, IconDownload } from "@turnpike/ui/icons.ts";
import type { UsageProduct } from "@turnpike/rules/usage.ts";
import { useTranslation } from "react-i18next";
import { useDownload } from "../../lib/download.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { TryCommand } from "../proxy-test/TryCommand.tsx";
import { unitFor } from "./amounts.ts";
import { CheapestPlan } from "./CheapestPlan.tsx";
import { Figures } from "./Figures.tsx";
import { Filters, Presets } from "./Filters.tsx";
import { StepChart, StepTable } from "./OverTime.tsx";
import type { Report } from "./points.ts";
import { Reasons } from "./Reasons.tsx";
import { SplitTable } from "./SplitTable.tsx";
import { type UsageState, useUsage } from "./use-usage.ts";

/**
 * The traffic of all products in a period, compared with the previous one (spec/dashboard#usage).
 * The selection is kept in the URL. `only` restricts it to these products.
 */
export function Usage({ only }: { only?: readonly UsageProduct[] }) {
  const { t } = useTranslation("package-purchase");
  const state = useUsage(only);
  const { usage } = state;
  return (
    <>
      <PlaceHeader
        description={t("description")}
        actions={
          <Group gap="sm">
            <Presets state={state} />
            <Csv state={state} />
          </Group>
        }
      />
      <Stack gap="lg">
        <Panel>
          <Filters state={state} />
        </Panel>
        {usage.isError && !usage.data ? (
          <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />
        ) : (
          <Shown state={state} report={usage.data} />
        )}
      </Stack>
    </>
  );
}

function Shown({ state, report }: { state: UsageState; report: Report | undefined }) {
  const unit = unitFor(Math.max(report?.totals.bytes ?? 0, report?.previous.bytes ?? 0));
  if (report === undefined)
    return (
      <>
        <Figures report={undefined} unit={unit} />
        <Panel>
          <LineSkeletons lines={8} height={20} />
        </Panel>
      </>
    );
  const { bytes, requests, succeeded, failed } = report.totals;
  const nothing = bytes + requests + succeeded + failed === 0;
  const shown = { state, report, unit };
  return (
    <>
      <Figures report={report} unit={unit} />
      {nothing ? (
        <NothingYet product={state.product} />
      ) : (
        <>
          <StepChart {...shown} />
          {state.by && (
            <SplitTable report={report} by={state.by} unit={unit} onChange={state.change} />
          )}
          <StepTable {...shown} />
          <Reasons reasons={report.reasons} />
          <CheapestPlan />
        </>
      )}
    </>
  );
}

/** One table of the report as a CSV file written by the API, with unrounded numbers. */
function Csv({ state }: { state: UsageState }) {
  const { t } = useTranslation("package-purchase");
  const { busy, run } = useDownload();
  // The tables have the names that they have on the screen.
  const parts: Partial<Record<UsagePart, string>> = {
    series: t(`steps.title.${state.grain}`),
    totals: t("csvTotals"),
    ...(state.by && { top: t("split.title", { by: t(`by.${state.by}`) }) }),
    reasons: t("reasons.title"),
  };
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={busy !== null}
          disabled={state.usage.data === undefined}
        >
          {t("csv")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {usageParts.map((part) =>
          parts[part] === undefined ? null : (
            <Menu.Item key={part} onClick={() => run({ ...state.question, what: "usage", part })}>
              {parts[part]}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * No usage yet: a first command to try, or a link to create a sub-account; only where the traffic
 * of such a command would show.
 */
function NothingYet({ product }: { product: UsageProduct | undefined }) {
  const { t } = useTranslation("package-purchase");
  return (
    <Panel>
      <EmptyState icon={<IconChartBar size={22} />} title={t("empty.title")} />
      {(product === undefined || product === "traffic") && <TryCommand text={t("empty.try")} />}
    </Panel>
  );
}
