import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { IconDeviceDesktopShare } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { openDialog } from "@turnpike/ui/act/act.ts";
import type { LocalPortTarget } from "./local-port-target.ts";

const StartPorts = lazyComponent(async () => (await import("./StartPorts.tsx")).StartPorts);

/** A batch button that starts local ports on this computer for all selected rows. */
export function UseOnThisComputer<Row>(props: {
  rows: readonly Row[];
  targetOf: (row: Row) => LocalPortTarget;
  /** The path where the local ports are shown. */
  listPath?: string;
  /** Shown above the started ports. */
  note?: ReactNode;
}) {
  const { t } = useTranslation("manager");
  const open = () => {
    if (props.rows.length === 0) return toast.warning(t("use.selectRow"));
    const targets = props.rows.map(props.targetOf);
    const { listPath = "/cli/isp-user?tab=local" } = props;
    openDialog({
      title: t("use.title"),
      size: "xl",
      body: (close) => (
        <StartPorts targets={targets} note={props.note} listPath={listPath} onClose={close} />
      ),
    });
  };
  return <BatchButton icon={IconDeviceDesktopShare} label={t("use.open")} onClick={open} />;
}
