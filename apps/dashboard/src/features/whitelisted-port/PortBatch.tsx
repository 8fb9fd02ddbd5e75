import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { IconDownload, IconTrash } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { CopyMenu } from "../proxy-file/CopyMenu.tsx";
import { targetOf } from "../manager/local-port-target.ts";
import { UseOnThisComputer } from "../manager/UseOnThisComputer.tsx";
import { addressOf, fieldsOf, type WhitelistedPort } from "./whitelisted-port.ts";

/** The actions on all selected ports. */
export function PortBatch(props: {
  selected: SelectedRows<WhitelistedPort>;
  /** When the rows were received, by this computer's clock. */
  answeredAtMs: number;
  onExport: () => void;
  onDelete: () => void;
}) {
  const { t } = useTranslation("whitelisted-port");
  const { answeredAtMs } = props;
  const { rows } = props.selected;
  return (
    <>
      <CopyMenu
        rows={rows}
        fieldsOf={fieldsOf}
        own={{ label: "host:port", line: addressOf }}
        contents="selected-whitelisted-ports"
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
      <BatchButton
        needs="manage"
        icon={IconDownload}
        label={t("batch.export")}
        onClick={props.onExport}
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
