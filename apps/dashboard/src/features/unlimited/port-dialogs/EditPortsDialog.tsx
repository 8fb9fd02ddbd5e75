import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { useBusy } from "../../../lib/use-command.ts";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { EditManyPorts } from "./EditManyPorts.tsx";
import { EditPort } from "./EditPort.tsx";
import type { UnlimitedPlan, UnlimitedPort } from "../port.ts";

export interface EditProps {
  kind: UnlimitedKind;
  plan: UnlimitedPlan;
  rows: readonly UnlimitedPort[];
  onClose: () => void;
}

/** Changes rotation, country, copy format, user name, password or remark of one port or many. */
export function EditPortsDialog({ opened, ...props }: EditProps & { opened: boolean }) {
  const { t } = useTranslation("unlimited");
  const { kind, rows, onClose } = props;
  const busy = useBusy(kind === "port" ? "upport" : "upbandwidth");
  const [first] = rows;
  const one = rows.length === 1 ? first : undefined;
  return (
    <StepDialog
      opened={opened}
      title={one ? t("edit.title", { port: one.port }) : t("edit.many", { count: rows.length })}
      size="md"
      busy={busy}
      onClose={onClose}
    >
      {one ? <EditPort {...props} row={one} /> : <EditManyPorts {...props} />}
    </StepDialog>
  );
}
