import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Button } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { IconCopy, IconTrash } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { saveCsv, saveFile } from "@turnpike/ui/lib/save-file.ts";
import { BatchOutcomes } from "../../ui/batch/BatchOutcomes.tsx";
import { useBatch } from "../../ui/batch/use-batch.ts";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { DownloadMenu } from "@turnpike/ui/DownloadMenu.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { accountCsv, accountLines } from "./account-list.ts";

/** The actions on all selected rows (spec/dashboard#batch-actions). */
export function BatchActions(props: { selected: SelectedRows<SubAccount>; onDelete: () => void }) {
  const { t } = useTranslation("traffic-use");
  const copy = useCopy();
  const switched = useSwitched(props.selected.clear);
  const { rows } = props.selected;
  const set = (enabled: boolean) => () => switched.start(rows, enabled);
  return (
    <>
      <Button size="xs" variant="default" onClick={set(true)}>
        {t("batch.enable")}
      </Button>
      <Button size="xs" variant="default" onClick={set(false)}>
        {t("batch.disable")}
      </Button>
      <BatchButton
        icon={IconCopy}
        label={t("batch.copy")}
        onClick={() => copy.run(accountLines(rows))}
      />
      <DownloadMenu
        label={t("batch.download")}
        formats={[
          {
            label: t("batch.asTxt"),
            save: () =>
              saveFile({ contents: "sub-accounts", ending: "txt", text: accountLines(rows) }),
          },
          {
            label: t("batch.asCsv"),
            save: () => saveCsv("sub-accounts", accountCsv(rows)),
          },
        ]}
      />
      <BatchButton danger icon={IconTrash} label={t("batch.delete")} onClick={props.onDelete} />
      {switched.dialog}
    </>
  );
}

/** Enables or disables one row after the other, in a dialog. */
function useSwitched(onEnd: () => void) {
  const { t } = useTranslation("traffic-use");
  const [enabled, setEnabled] = useState(true);
  const batch = useBatch<"upSubUser", SubAccount>("upSubUser", {
    onEnd,
  });
  const dialog = (
    <StepDialog
      opened={batch.opened}
      title={t(enabled ? "batch.enabling" : "batch.disabling", { count: batch.rows.length })}
      size="md"
      busy={batch.running}
      onClose={batch.close}
    >
      <BatchOutcomes batch={batch} name={(row) => row.account} onClose={batch.close} />
    </StepDialog>
  );
  return {
    dialog,
    start(rows: readonly SubAccount[], on: boolean) {
      setEnabled(on);
      batch.start({ rows, parameters: ([row]) => ({ id: row?.id ?? "", enabled: on }) });
    },
  };
}
