import { Button, Group, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { DownloadMenu } from "@turnpike/ui/DownloadMenu.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import classes from "./cdkey.module.css";
import { type Cdkey, cdkeyLines, saveCsvOf, saveTxtOf } from "./cdkey-file.ts";

/**
 * What is done to the ticked keys; without one it says "Please select a row"
 * (spec/dashboard#batch-actions).
 */
export function ListActions(props: {
  selected: SelectedRows<Cdkey>;
  /** The keys of the page. */
  rows: readonly Cdkey[];
}) {
  const { t } = useTranslation("cdkey");
  const copy = useCopy();
  const { rows } = props.selected;
  const withRows = (act: (keys: readonly Cdkey[]) => void) => () =>
    rows.length === 0 ? toast.warning(t("list.selectRow")) : act(rows);
  const copyKeys = (keys: readonly Cdkey[]) =>
    copy.run(cdkeyLines(keys), t("list.copied", { count: keys.length }));
  return (
    <Group gap={8} className={classes.batch ?? ""}>
      <Text component="output" fz="sm" c="dimmed" mie="auto" className="numeric">
        {t("list.selected", { count: rows.length })}
      </Text>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy size={15} aria-hidden />}
        onClick={withRows(copyKeys)}
      >
        {t("list.copy")}
      </Button>
      <DownloadMenu
        label={t("list.download")}
        formats={[
          { label: t("list.asTxt"), save: withRows(saveTxtOf) },
          { label: t("list.asCsv"), save: withRows(saveCsvOf) },
        ]}
      />
      <Button size="xs" variant="default" onClick={() => copyKeys(props.rows)}>
        {t("list.copyPage")}
      </Button>
    </Group>
  );
}
