import { Anchor, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { type FigureColumn, FigureTable } from "./FigureTable.tsx";
import type { Report } from "./points.ts";

type Reason = Report["reasons"][number];

/** Why requests failed, and what can be done about it. */
export function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const { t } = useTranslation("package-purchase");
  const all = reasons.reduce((sum, { requests }) => sum + requests, 0);
  const columns: FigureColumn<Reason>[] = [
    {
      key: "reason",
      title: t("reasons.reason"),
      sum: t("columns.sum"),
      render: ({ label, fix }) => (
        <>
          {label}
          {fix && (
            <Text fz="xs" c="dimmed">
              {fix}
            </Text>
          )}
        </>
      ),
    },
    {
      key: "outcome",
      title: t("by.outcome"),
      wide: true,
      render: ({ outcome }) => t(`outcomes.${outcome}`),
    },
    {
      key: "requests",
      title: t("columns.requests"),
      render: ({ requests }) => formatNumber(requests),
      sum: formatNumber(all),
    },
  ];
  return (
    <Panel
      flush
      title={t("reasons.title")}
      actions={
        <Anchor component={Link} to="/cli/request-log" fz="sm" fw={550}>
          {t("reasons.log")}
        </Anchor>
      }
    >
      {reasons.length === 0 ? (
        <Text ta="center" c="dimmed" fz="sm" py="lg">
          {t("reasons.none")}
        </Text>
      ) : (
        <FigureTable<Reason>
          label={t("reasons.title")}
          columns={columns}
          rows={reasons}
          rowId={({ outcome, reason }) => `${outcome}:${reason}`}
        />
      )}
    </Panel>
  );
}
