import { RowButton } from "@turnpike/ui/list/buttons.tsx";
import { ActionIcon, Menu } from "@mantine/core";
import { IconBolt, IconCopy, IconDots, IconPlugConnected, IconTrash } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import type { OpenedActs } from "./use-opened-acts.tsx";
import { addressOf, lineOf, type OpenedIp } from "./pool-ip.ts";

/** The actions on an opened IP. */
export function RowActions(props: {
  row: OpenedIp;
  acts: OpenedActs;
  /** Opens the same exit once more. */
  onAgain?: (row: OpenedIp) => void;
}) {
  const { t } = useTranslation("pool");
  const { row, acts, onAgain } = props;
  const copy = useCopy();
  const address = addressOf(row);
  const active = row.status === "active";
  return (
    <>
      {active && (
        <RowButton
          tip={t("actions.try")}
          icon={IconBolt}
          label={t("actions.tryOf", { address })}
          onClick={() => acts.try(row)}
        />
      )}
      <Menu position="bottom-end" shadow="md" width={230}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t("actions.more", { address })}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {active && (
            <Menu.Item leftSection={<IconBolt size={16} />} onClick={() => acts.try(row)}>
              {t("actions.try")}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => copy.run(lineOf(row))}>
            {t("actions.copy")}
          </Menu.Item>
          {onAgain && (
            <Menu.Item leftSection={<IconPlugConnected size={16} />} onClick={() => onAgain(row)}>
              {t("actions.again")}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} />}
            onClick={() => acts.delete([row])}
          >
            {t(active ? "actions.end" : "actions.takeOff")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
