import { Button, Group } from "@mantine/core";
import { IconPencil, IconRefresh } from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { CopyMenu } from "../../proxy-file/CopyMenu.tsx";
import { fieldsOf, type PlanPhase, ownLineOf, type UnlimitedPort } from "../port.ts";
import type { Task } from "../port-dialogs/PortDialogs.tsx";
import { useRotate } from "./use-rotate.ts";

/** The actions on the port that is shown. */
export function PortButtons(props: {
  kind: UnlimitedKind;
  row: UnlimitedPort;
  phase: PlanPhase;
  onTask: (task: Task) => void;
}) {
  const { t } = useTranslation("unlimited");
  const { kind, row, phase, onTask } = props;
  const rotation = useRotate(kind);
  const fixed = phase !== "running";
  return (
    <Group gap={8}>
      <Button
        size="xs"
        variant="default"
        disabled={fixed}
        loading={rotation.busy}
        leftSection={<IconRefresh size={15} aria-hidden />}
        onClick={() => rotation.rotate([row])}
      >
        {t("actions.rotate")}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={fixed}
        leftSection={<IconPencil size={15} aria-hidden />}
        onClick={() => onTask({ kind: "edit", rows: [row] })}
      >
        {t("actions.edit")}
      </Button>
      <CopyMenu
        rows={[row]}
        fieldsOf={fieldsOf}
        contents="selected-unlimited-ports"
        own={{ label: t("batch.own"), line: ownLineOf }}
      />
    </Group>
  );
}
