import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlugConnected,
  IconStar,
  IconTrash,
} from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { useActs } from "./use-acts.tsx";

/** The actions on a sub-account. */
export function RowActions(props: {
  row: SubAccount;
  acts: ReturnType<typeof useActs>;
  onEndpoints: (account: string) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { row, acts } = props;
  return (
    <>
      <Tooltip label={t("actions.endpoints")}>
        <ActionIcon
          variant="subtle"
          aria-label={t("actions.endpointsOf", { account: row.account })}
          onClick={() => props.onEndpoints(row.account)}
        >
          <IconPlugConnected size={17} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" shadow="md" width={230}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("actions.more", { account: row.account })}
          >
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Items row={row} acts={acts} />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function Items(props: Omit<Parameters<typeof RowActions>[0], "onEndpoints">) {
  const { row, acts } = props;
  const { t } = useTranslation("traffic-use");
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => acts.edit(row)}>
        {t("actions.edit")}
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={16} />} onClick={() => acts.setPassword(row)}>
        {t("actions.password")}
      </Menu.Item>
      {!row.main && (
        <Menu.Item leftSection={<IconStar size={16} />} onClick={() => acts.makeMain(row)}>
          {t("actions.makeMain")}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => acts.remove([row])}
      >
        {t("actions.delete")}
      </Menu.Item>
    </>
  );
}
