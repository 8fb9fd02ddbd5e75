import { Button } from "@mantine/core";
import { IconDownload, IconTrash } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { CopyMenu } from "../proxy-file/CopyMenu.tsx";
import { fieldsOf, type OpenedIp } from "./pool-ip.ts";

export type Task = { kind: "delete" | "export" | "try"; rows: readonly OpenedIp[] };

/** The actions on all selected rows; `extra` is added among them. */
export function OpenedBatch(props: {
  selected: SelectedRows<OpenedIp>;
  extra?: ((rows: readonly OpenedIp[]) => ReactNode) | undefined;
  onTask: (task: Task) => void;
}) {
  const { t } = useTranslation("pool");
  const { selected, onTask } = props;
  const { rows } = selected;
  const opens = (kind: Task["kind"]) => () => onTask({ kind, rows });
  return (
    <>
      {props.extra?.(rows)}
      <CopyMenu rows={rows} fieldsOf={fieldsOf} contents="selected-opened-ips" />
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
    </>
  );
}
