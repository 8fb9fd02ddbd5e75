import { Box, Button } from "@mantine/core";
import { IconFileDownload, IconPlugOff, IconSearchOff } from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { addressOf, type PlanPhase, type UnlimitedPort } from "../port.ts";
import { PortActions } from "./PortActions.tsx";
import { PortBatch } from "./PortBatch.tsx";
import type { Task } from "../port-dialogs/PortDialogs.tsx";
import { ProxyTable } from "../../proxy-table/ProxyTable.tsx";
import { usePortCard, usePortColumns } from "../port/port-columns.tsx";
import type { PlanRead } from "../use-plan.ts";

/** The ports of a plan, and their actions. */
export function PortList(props: {
  kind: UnlimitedKind;
  read: PlanRead;
  phase: PlanPhase;
  selected: SelectedRows<UnlimitedPort>;
  onTask: (task: Task) => void;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation("unlimited");
  const { kind, read, phase, selected, onTask, onOpen } = props;
  const { list, url, search, setSearch } = read;
  // The field keeps its text and focus while typing; only the button remounts it empty.
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setSearch("");
    setCleared(cleared + 1);
  };
  const columns = usePortColumns(phase);
  const card = usePortCard(phase);
  if (list.data?.total === 0 && !search) return <NoPorts />;
  return (
    <Panel flush>
      <ProxyTable<UnlimitedPort>
        label={t("ports.label")}
        views={{ table: `ports-${kind}`, filters: ["find"], prefix: "ports" }}
        columns={columns}
        list={list}
        url={url}
        rowName={addressOf}
        card={card}
        first={false}
        filters={
          <Box flex="1 1 14rem" maw={{ base: "none", xs: 340 }}>
            <SearchField
              key={cleared}
              label={t("ports.search")}
              value={search}
              maxLength={100}
              onSearch={setSearch}
            />
          </Box>
        }
        tools={<ExportAll onClick={() => onTask({ kind: "export", rows: [] })} />}
        selected={selected}
        selectedLabel={(count) => t("batch.selected", { count })}
        batch={<PortBatch kind={kind} selected={selected} phase={phase} onTask={onTask} />}
        onOpen={(row) => onOpen(row.id)}
        actions={(row) => (
          <PortActions kind={kind} row={row} phase={phase} onTask={onTask} onOpen={onOpen} />
        )}
        empty={<NoneFound onClear={clear} />}
      />
    </Panel>
  );
}

function ExportAll({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("unlimited");
  return (
    <Button
      variant="default"
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={onClick}
    >
      {t("ports.exportAll")}
    </Button>
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

function NoneFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("unlimited");
  return (
    <EmptyState
      icon={<IconSearchOff size={22} />}
      title={t("ports.noneFound")}
      text={t("ports.noneFoundHelp")}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          {t("ports.clear")}
        </Button>
      }
    />
  );
}
