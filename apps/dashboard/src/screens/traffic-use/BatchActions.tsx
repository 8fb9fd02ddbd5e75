import { Button, Group, Menu, Text } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { IconChevronDown, IconCopy, IconDownload, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { saveCsv, saveFile } from "../../lib/save-file.ts";
import { toast } from "../../lib/toast.ts";
import { useCopy } from "../../ui/CopyButton.tsx";
import { BatchRun } from "./BatchRun.tsx";
import { useBatch } from "./use-batch.ts";
import type { SelectedRows } from "./selected-rows.ts";
import { accountCsv, accountLines } from "./account-list.ts";
import classes from "./traffic-use.module.css";

/** What is done to all ticked rows at once; without one it says "Please select a row" (spec §5). */
export function BatchActions(props: {
  selected: SelectedRows<SubAccount>;
  onDelete: (rows: SubAccount[]) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const copy = useCopy();
  const batch = useBatch(props.selected.clear);
  const { rows } = props.selected;
  const withRows = (act: () => void) => () => {
    if (rows.length === 0) toast.warning(t("batch.selectRow"));
    else act();
  };
  const set = (enabled: boolean) => withRows(() => batch.start({ rows, enabled }));
  return (
    <Group gap={8} className={classes.batch ?? ""}>
      <Text component="output" fz="sm" c="dimmed" mie="auto" className="numeric">
        {t("batch.selected", { count: rows.length })}
      </Text>
      <Button size="xs" variant="default" onClick={set(true)}>
        {t("batch.enable")}
      </Button>
      <Button size="xs" variant="default" onClick={set(false)}>
        {t("batch.disable")}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy size={15} aria-hidden />}
        onClick={withRows(() => copy.run(accountLines(rows)))}
      >
        {t("batch.copy")}
      </Button>
      <Download
        onTxt={withRows(() => saveFile({ name: "sub-accounts.txt", text: accountLines(rows) }))}
        onCsv={withRows(() => saveCsv("sub-accounts.csv", accountCsv(rows)))}
      />
      <Button
        size="xs"
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={withRows(() => props.onDelete(rows))}
      >
        {t("batch.delete")}
      </Button>
      <BatchRun task={batch.task} outcomes={batch.outcomes} onClose={batch.close} />
    </Group>
  );
}

function Download(props: { onTxt: () => void; onCsv: () => void }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t("batch.download")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={props.onTxt}>{t("batch.asTxt")}</Menu.Item>
        <Menu.Item onClick={props.onCsv}>{t("batch.asCsv")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
