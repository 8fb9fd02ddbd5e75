import { Button } from "@mantine/core";
import { IconDownload, IconPencil, IconRefresh } from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { CopyMenu } from "../../proxy-file/CopyMenu.tsx";
import { targetOf } from "../../manager/local-port-target.ts";
import { UseOnThisComputer } from "../../manager/UseOnThisComputer.tsx";
import { fieldsOf, type PlanPhase, ownLineOf, type UnlimitedPort } from "../port.ts";
import type { Task } from "../port-dialogs/PortDialogs.tsx";
import { useRotate } from "../port/use-rotate.ts";

/** The actions on all selected ports. */
export function PortBatch(props: {
  kind: UnlimitedKind;
  selected: SelectedRows<UnlimitedPort>;
  phase: PlanPhase;
  onTask: (task: Task) => void;
}) {
  const { t } = useTranslation("unlimited");
  const { kind, selected, phase, onTask } = props;
  const { rows } = selected;
  const rotation = useRotate(kind);
  const look = { size: "xs", variant: "default" } as const;
  const fixed = phase !== "running";
  return (
    <>
      <CopyMenu
        rows={rows}
        fieldsOf={fieldsOf}
        contents="selected-unlimited-ports"
        own={{ label: t("batch.own"), line: ownLineOf }}
      />
      {phase === "running" && (
        <UseOnThisComputer
          rows={rows}
          targetOf={(row) => targetOf(fieldsOf(row), { id: row.id })}
        />
      )}
      <Button
        {...look}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => onTask({ kind: "export", rows })}
      >
        {t("batch.export")}
      </Button>
      <Button
        {...look}
        disabled={fixed}
        leftSection={<IconPencil size={15} aria-hidden />}
        onClick={() => onTask({ kind: "edit", rows })}
      >
        {t("batch.edit")}
      </Button>
      <Button
        {...look}
        disabled={fixed}
        loading={rotation.busy}
        leftSection={<IconRefresh size={15} aria-hidden />}
        onClick={() => rotation.rotate(rows)}
      >
        {t("batch.rotate")}
      </Button>
    </>
  );
}
