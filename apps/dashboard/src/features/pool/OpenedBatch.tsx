import { IconDownload } from "@turnpike/ui/icons.ts";
import { BatchButton, DeleteButton } from "@turnpike/ui/list/buttons.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CopyMenu } from "../proxy-file/CopyMenu.tsx";
import { fieldsOf, type OpenedIp } from "./pool-ip.ts";
import type { OpenedActs } from "./use-opened-acts.tsx";

/** The actions on all selected rows; `extra` is added among them. */
export function OpenedBatch(props: {
  rows: readonly OpenedIp[];
  extra?: ReactNode;
  acts: OpenedActs;
}) {
  const { t } = useTranslation("pool");
  const { rows, acts } = props;
  return (
    <>
      {props.extra}
      <CopyMenu rows={rows} fieldsOf={fieldsOf} contents="selected-opened-ips" />
      <BatchButton
        needs="manage"
        icon={IconDownload}
        label={t("batch.export")}
        onClick={() => acts.export(rows)}
      />
      <DeleteButton needs="proxies" label={t("batch.delete")} onClick={() => acts.delete(rows)} />
    </>
  );
}
