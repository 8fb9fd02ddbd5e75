import { Box, Button, Group } from "@mantine/core";
import { IconFileDownload, IconPlugOff, IconSearchOff } from "@tabler/icons-react";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { tableProps } from "@turnpike/ui/table-props.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { addressOf, type PlanPhase, type UnlimitedPort } from "../port.ts";
import { PortActions } from "./PortActions.tsx";
import { PortBatch } from "./PortBatch.tsx";
import type { Task } from "../port-dialogs/PortDialogs.tsx";
import { usePortColumns } from "../port/port-columns.tsx";
import classes from "../ports.module.css";
import type { PlanRead } from "../use-plan.ts";

/** The ports of a plan with everything that can be done to them. */
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
  // The field keeps what is typed, and the focus; only the button empties it from outside.
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setSearch("");
    setCleared(cleared + 1);
  };
  const columns = usePortColumns(phase, read.clockOffsetMs);
  const rows = list.data?.items;
  if (list.data?.total === 0 && !search) return <NoPorts />;
  return (
    <Panel flush>
      <Group gap="sm" className={classes.filters ?? ""}>
        <Box flex="1 1 14rem" maw={{ base: "none", xs: 340 }}>
          <SearchField
            key={cleared}
            label={t("ports.search")}
            value={search}
            maxLength={100}
            onSearch={setSearch}
          />
        </Box>
        <Button
          mis={{ base: 0, sm: "auto" }}
          variant="default"
          leftSection={<IconFileDownload size={16} aria-hidden />}
          onClick={() => onTask({ kind: "export", rows: [] })}
        >
          {t("ports.exportAll")}
        </Button>
      </Group>
      {rows && rows.length + selected.rows.length > 0 && (
        <PortBatch kind={kind} selected={selected} phase={phase} onTask={onTask} />
      )}
      <DataTable<UnlimitedPort>
        compact
        label={t("ports.label")}
        columns={columns}
        rowId={(row) => row.id}
        rowName={addressOf}
        {...tableProps(list, url)}
        selection={{ ids: selected.ids, onChange: selected.select }}
        onOpen={(row) => onOpen(row.id)}
        actions={(row) => (
          <PortActions kind={kind} row={row} phase={phase} onTask={onTask} onOpen={onOpen} />
        )}
        empty={<NoneFound onClear={clear} />}
      />
    </Panel>
  );
}

/** A plan that ended more than a day ago has given its ports back. */
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
