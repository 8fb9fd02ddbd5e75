import { Button, Group } from "@mantine/core";
import { IconPencil, IconRefresh } from "@tabler/icons-react";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { CopyMenu } from "../proxy-file/CopyMenu.tsx";
import { fieldsOf, type Life, ownLineOf, type UnlimitedPort } from "./port.ts";
import type { Task } from "./PortDialogs.tsx";
import { useRotate } from "./use-rotate.ts";

/** What can be done to the one port that is shown. */
export function PortDoings(props: {
  kind: UnlimitedKind;
  row: UnlimitedPort;
  life: Life;
  onTask: (task: Task) => void;
}) {
  const { t } = useTranslation("unlimited");
  const { kind, row, life, onTask } = props;
  const rotation = useRotate(kind);
  const fixed = life !== "running";
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
      <CopyMenu rows={[row]} fieldsOf={fieldsOf} own={{ label: t("batch.own"), line: ownLineOf }} />
    </Group>
  );
}
