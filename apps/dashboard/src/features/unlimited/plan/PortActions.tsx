import { RowButton } from "@turnpike/ui/list/buttons.tsx";
import { ActionIcon, Menu } from "@mantine/core";
import {
  IconBolt,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconPencil,
  IconRefresh,
} from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { type PlanPhase, ownLineOf, type UnlimitedPort } from "../port.ts";
import type { PortActs } from "../acts/use-port-acts.tsx";
import { useRotate } from "../port/use-rotate.ts";

/** The actions on a port. */
export function PortActions(props: {
  kind: UnlimitedKind;
  row: UnlimitedPort;
  phase: PlanPhase;
  acts: PortActs;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation("unlimited");
  const { kind, row, phase, acts, onOpen } = props;
  const { port } = row;
  const rotation = useRotate(kind);
  const fixed = phase !== "running";
  const open = () => onOpen(row.id);
  return (
    <>
      <RowButton
        tip={t("actions.rotate")}
        icon={IconRefresh}
        label={t("actions.rotateOf", { port })}
        disabled={fixed}
        loading={rotation.busy}
        onClick={() => rotation.rotate([row])}
      />
      <MoreActions
        row={row}
        fixed={fixed}
        onOpen={open}
        onEdit={() => acts.edit([row])}
        onRotate={() => rotation.rotate([row])}
      />
      <RowButton
        tip={t("actions.show")}
        icon={IconChevronRight}
        label={t("actions.details", { port })}
        onClick={open}
      />
    </>
  );
}

function MoreActions(props: {
  row: UnlimitedPort;
  fixed: boolean;
  onOpen: () => void;
  onEdit: () => void;
  onRotate: () => void;
}) {
  const { t } = useTranslation("unlimited");
  const { row, fixed } = props;
  const copy = useCopy();
  return (
    <Menu position="bottom-end" shadow="md" width={230}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("actions.more", { port: row.port })}
        >
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconBolt size={16} />} onClick={props.onOpen}>
          {t("actions.try")}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => copy.run(ownLineOf(row))}>
          {t("actions.copy")}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} disabled={fixed} onClick={props.onEdit}>
          {t("actions.edit")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          disabled={fixed}
          onClick={props.onRotate}
        >
          {t("actions.rotate")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
