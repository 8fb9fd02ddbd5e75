import { RowButton } from "@turnpike/ui/list/buttons.tsx";
import { ActionIcon, Menu } from "@mantine/core";
import { defaultTemplate } from "@turnpike/proxy-strings/write/proxy-format.ts";
import {
  IconBolt,
  IconCalendarPlus,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconInfoCircle,
  IconPencil,
  IconReplace,
  IconTrash,
} from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import type { IpActs } from "../acts/use-ip-acts.ts";
import { Rotate } from "../Rotate.tsx";
import { lineOf, type StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

interface Props {
  term: Term;
  row: StaticIp;
  acts: IpActs;
  onOpen: (id: string) => void;
}

/** The actions of one static IP. */
export function IpActions(props: Props) {
  const { t } = useTranslation("static");
  const { row, onOpen } = props;
  return (
    <>
      <Rotate row={row} />
      <Menu position="bottom-end" shadow="md" width={220}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("actions.more", { host: row.exitIp })}
          >
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Items {...props} />
        </Menu.Dropdown>
      </Menu>
      <RowButton
        tip={t("actions.show")}
        icon={IconChevronRight}
        label={t("actions.details", { host: row.exitIp })}
        onClick={() => onOpen(row.id)}
      />
    </>
  );
}

function Items({ term, row, acts, onOpen }: Props) {
  const { t } = useTranslation("static");
  const copy = useCopy();
  const open = (act: keyof IpActs) => () => acts[act]([row]);
  return (
    <>
      <Menu.Item leftSection={<IconBolt size={16} />} onClick={() => onOpen(row.id)}>
        {t("actions.test")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy size={16} />}
        onClick={() => copy.run(lineOf(row, defaultTemplate))}
      >
        {t("actions.copy")}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={open("edit")}>
        {t("actions.edit")}
      </Menu.Item>
      {term === "static" && (
        <Menu.Item leftSection={<IconCalendarPlus size={16} />} onClick={open("renew")}>
          {t("actions.renew")}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconReplace size={16} />} onClick={open("replace")}>
        {t("actions.replace")}
      </Menu.Item>
      <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={() => onOpen(row.id)}>
        {t("actions.show")}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} />}
        onClick={open("delete")}
      >
        {t("actions.delete")}
      </Menu.Item>
    </>
  );
}
