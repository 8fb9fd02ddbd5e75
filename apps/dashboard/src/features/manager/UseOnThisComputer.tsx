import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { IconDeviceDesktopShare } from "@turnpike/ui/icons.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import type { LocalPortTarget } from "./local-port-target.ts";

const UseOnThisComputerDialog = lazyComponent(
  async () => (await import("./UseOnThisComputerDialog.tsx")).UseOnThisComputerDialog,
);

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
  const [targets, setTargets] = useState<readonly LocalPortTarget[]>([]);
  const [opened, setOpened] = useState(false);
  const open = () => {
    if (props.rows.length === 0) return toast.warning(t("use.selectRow"));
    setTargets(props.rows.map(props.targetOf));
    setOpened(true);
  };
  return (
    <>
      <BatchButton icon={IconDeviceDesktopShare} label={t("use.open")} onClick={open} />
      <LazyMount wanted={opened}>
        <UseOnThisComputerDialog
          opened={opened}
          targets={targets}
          note={props.note}
          listPath={props.listPath ?? "/cli/isp-user?tab=local"}
          onClose={() => setOpened(false)}
        />
      </LazyMount>
    </>
  );
}
