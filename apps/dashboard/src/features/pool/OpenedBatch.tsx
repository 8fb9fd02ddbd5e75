import { Button, Group, Text } from "@mantine/core";
import { IconDownload, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { BatchBar } from "@turnpike/ui/BatchBar.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { CopyMenu } from "../proxy-file/CopyMenu.tsx";
import classes from "./pool.module.css";
import { fieldsOf, type OpenedIp } from "./pool-ip.ts";

export type Task = { kind: "delete" | "export" | "try"; rows: readonly OpenedIp[] };

/**
 * What is done to all ticked ones at once. Without one they say what to do first: "Please select
 * the IP you want to delete, download or renew first" (spec/dashboard#messages). `extra` stands
 * among them.
 */
export function OpenedBatch(props: {
  selected: SelectedRows<OpenedIp>;
  extra?: ((rows: readonly OpenedIp[]) => ReactNode) | undefined;
  onTask: (task: Task) => void;
}) {
  const { t } = useTranslation("pool");
  const { selected, onTask } = props;
  const { rows } = selected;
  const opens = (kind: Task["kind"]) => () =>
    rows.length === 0 ? toast.warning(t("batch.selectIp")) : onTask({ kind, rows });
  return (
    <BatchBar count={rows.length} className={classes.bar}>
      <Group gap={8} mie="auto">
        <Text component="output" fz="sm" c="dimmed" className="numeric">
          {t("list.selected", { count: rows.length, number: formatNumber(rows.length) })}
        </Text>
        {rows.length > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={selected.clear}>
            {t("list.clearSelection")}
          </Button>
        )}
      </Group>
      {props.extra?.(rows)}
      <CopyMenu rows={rows} fieldsOf={fieldsOf} fileName="isp-ips" />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={opens("export")}
      >
        {t("batch.export")}
      </Button>
      <Button
        size="xs"
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={opens("delete")}
      >
        {t("batch.delete")}
      </Button>
    </BatchBar>
  );
}
