import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { IconPlugOff, IconSearchOff } from "@turnpike/ui/icons.ts";
import { ExportAll } from "@turnpike/ui/list/buttons.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import type { PortActs } from "../acts/use-port-acts.tsx";
import { usePortCard, usePortColumns } from "../port/port-columns.tsx";
import { addressOf, type PlanPhase, type UnlimitedPort } from "../port.ts";
import type { PlanRead } from "../use-plan.ts";
import { PortActions } from "./PortActions.tsx";
import { PortBatch } from "./PortBatch.tsx";

/** The ports of a plan, and their actions. */
export function PortList(props: {
  kind: UnlimitedKind;
  read: PlanRead;
  phase: PlanPhase;
  acts: PortActs;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation("unlimited");
  const { kind, read, phase, acts, onOpen } = props;
  const columns = usePortColumns(phase);
  const card = usePortCard(phase);
  if (read.first) return <NoPorts />;
  return (
    <List<UnlimitedPort>
      list={read}
      label={t("ports.label")}
      columns={columns}
      rowName={addressOf}
      card={card}
      tools={
        <ExportAll needs="manage" label={t("ports.exportAll")} onClick={() => acts.export([])} />
      }
      batch={{
        label: (count) => t("batch.selected", { count }),
        buttons: <PortBatch kind={kind} rows={read.selected.rows} phase={phase} acts={acts} />,
      }}
      onOpen={(row) => onOpen(row.id)}
      actions={(row) => (
        <PortActions kind={kind} row={row} phase={phase} acts={acts} onOpen={onOpen} />
      )}
      empty={{
        icon: <IconSearchOff size={22} />,
        found: { title: t("ports.noneFound"), text: t("ports.noneFoundHelp") },
      }}
    />
  );
}

/** A plan that ended more than a day ago has released its ports. */
export function NoPorts() {
  const { t } = useTranslation("unlimited");
  return (
    <Panel>
      <EmptyState
        icon={<IconPlugOff size={22} />}
        title={t("ports.none")}
        text={t("ports.noneHelp")}
      />
    </Panel>
  );
}
