import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Button } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { IconCopy, IconTrash } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { saveCsv, saveFile } from "@turnpike/ui/lib/save-file.ts";
import { openDialog } from "@turnpike/ui/act/act.ts";
import { RunBatch } from "../../ui/batch/RunBatch.tsx";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { DownloadMenu } from "@turnpike/ui/DownloadMenu.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { accountCsv, accountLines } from "./account-list.ts";

/** The actions on all selected rows (spec/dashboard#batch-actions). */
export function BatchActions(props: { selected: SelectedRows<SubAccount>; onDelete: () => void }) {
  const { t } = useTranslation("traffic-use");
  const copy = useCopy();
  const turn = useSwitch(props.selected.clear);
  const { rows } = props.selected;
  const set = (enabled: boolean) => () => turn(rows, enabled);
  return (
    <>
      <Button data-needs="proxies" size="xs" variant="default" onClick={set(true)}>
        {t("batch.enable")}
      </Button>
      <Button data-needs="proxies" size="xs" variant="default" onClick={set(false)}>
        {t("batch.disable")}
      </Button>
      <BatchButton
        needs="proxies"
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
      <BatchButton
        needs="proxies"
        danger
        icon={IconTrash}
        label={t("batch.delete")}
        onClick={props.onDelete}
      />
    </>
  );
}

/** Enables or disables one row after the other, in a dialog. */
function useSwitch(onEnd: () => void) {
  const { t } = useTranslation("traffic-use");
  return (rows: readonly SubAccount[], enabled: boolean) =>
    openDialog({
      title: t(enabled ? "batch.enabling" : "batch.disabling", { count: rows.length }),
      body: () => (
        <RunBatch<"upSubUser", SubAccount>
          call="upSubUser"
          rows={rows}
          rowsAtOnce={1}
          parameters={([row]) => ({ id: row?.id ?? "", enabled })}
          rowName={(row) => row.account}
          onEnd={onEnd}
        />
      ),
    });
}
