import { IconDownload, IconPencil, IconRefresh } from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { CopyMenu } from "../../proxy-file/CopyMenu.tsx";
import { targetOf } from "../../manager/local-port-target.ts";
import { UseOnThisComputer } from "../../manager/UseOnThisComputer.tsx";
import { fieldsOf, type PlanPhase, ownLineOf, type UnlimitedPort } from "../port.ts";
import type { PortActs } from "../acts/use-port-acts.tsx";
import { useRotate } from "../port/use-rotate.ts";

/** The actions on all selected ports. */
export function PortBatch(props: {
  kind: UnlimitedKind;
  rows: readonly UnlimitedPort[];
  phase: PlanPhase;
  acts: PortActs;
}) {
  const { t } = useTranslation("unlimited");
  const { kind, rows, phase, acts } = props;
  const rotation = useRotate(kind);
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
      <BatchButton
        needs="manage"
        icon={IconDownload}
        label={t("batch.export")}
        onClick={() => acts.export(rows)}
      />
      <BatchButton
        needs="proxies"
        icon={IconPencil}
        label={t("batch.edit")}
        disabled={fixed}
        onClick={() => acts.edit(rows)}
      />
      <BatchButton
        needs="proxies"
        icon={IconRefresh}
        label={t("batch.rotate")}
        disabled={fixed}
        loading={rotation.busy}
        onClick={() => rotation.rotate(rows)}
      />
    </>
  );
}
