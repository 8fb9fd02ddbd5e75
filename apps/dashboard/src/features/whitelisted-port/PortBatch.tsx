import { Button, Group, Text } from "@mantine/core";
import { IconDownload, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { BatchBar } from "@turnpike/ui/BatchBar.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { CopyMenu } from "../proxy-file/CopyMenu.tsx";
import { targetOf } from "../manager/local-port-target.ts";
import { UseOnThisComputer } from "../manager/UseOnThisComputer.tsx";
import { addressOf, fieldsOf, type WhitelistedPort } from "./whitelisted-port.ts";
import classes from "./whitelisted-port.module.css";

/**
 * What is done to all ticked ones at once; without one: "Please select a row"
 * (spec/dashboard#batch-actions).
 */
export function PortBatch(props: {
  selected: SelectedRows<WhitelistedPort>;
  /** When the rows were answered, by this computer's clock. */
  answeredAtMs: number;
  onExport: () => void;
  onDelete: () => void;
}) {
  const { t } = useTranslation("whitelisted-port");
  const { answeredAtMs } = props;
  const { rows, clear } = props.selected;
  const withRows = (act: () => void) => () =>
    rows.length === 0 ? toast.warning(t("batch.selectRow")) : act();
  return (
    <BatchBar count={rows.length} className={classes.batch}>
      <Group gap={8} mie="auto">
        <Text component="output" fz="sm" c="dimmed" className="numeric">
          {t("batch.selected", { count: rows.length })}
        </Text>
        {rows.length > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={clear}>
            {t("batch.clear")}
          </Button>
        )}
      </Group>
      <CopyMenu
        rows={rows}
        fieldsOf={fieldsOf}
        own={{ label: "host:port", line: addressOf }}
        fileName="whitelisted-ports"
      />
      <UseOnThisComputer
        rows={rows}
        targetOf={(row) =>
          targetOf(fieldsOf(row), {
            id: row.id,
            endsAtMs: answeredAtMs + row.remainingSeconds * 1000,
          })
        }
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={withRows(props.onExport)}
      >
        {t("batch.export")}
      </Button>
      <Button
        size="xs"
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={withRows(props.onDelete)}
      >
        {t("batch.delete")}
      </Button>
    </BatchBar>
  );
}
