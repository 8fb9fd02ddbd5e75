import { Button, Group } from "@mantine/core";
import { IconPencil, IconRefresh } from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { CopyMenu } from "../../proxy-file/CopyMenu.tsx";
import { fieldsOf, type PlanPhase, ownLineOf, type UnlimitedPort } from "../port.ts";
import type { PortActs } from "../acts/use-port-acts.tsx";
import { useRotate } from "./use-rotate.ts";

/** The actions on the port that is shown. */
export function PortButtons(props: {
  kind: UnlimitedKind;
  row: UnlimitedPort;
  phase: PlanPhase;
  acts: PortActs;
}) {
  const { t } = useTranslation("unlimited");
  const { kind, row, phase, acts } = props;
  const rotation = useRotate(kind);
  const fixed = phase !== "running";
  return (
    <Group gap={8}>
      <Button
        data-needs="proxies"
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
        data-needs="proxies"
        size="xs"
        variant="default"
        disabled={fixed}
        leftSection={<IconPencil size={15} aria-hidden />}
        onClick={() => acts.edit([row])}
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
