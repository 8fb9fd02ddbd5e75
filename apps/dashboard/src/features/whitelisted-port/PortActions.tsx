import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconTerminal2, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { curlOf, type WhitelistedPort } from "./whitelisted-port.ts";

/** What can be done to one port; `target` is what a command fetches, once it is known. */
export function PortActions(props: {
  row: WhitelistedPort;
  target: string | undefined;
  onDelete: () => void;
}) {
  const { t } = useTranslation(["whitelisted-port", "parts"]);
  const { row, target } = props;
  const { port } = row;
  const copy = useCopy();
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Tooltip label={t("row.curl")}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("row.curlOf", { port })}
              disabled={target === undefined}
            >
              <IconTerminal2 size={17} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t("row.curl")}</Menu.Label>
          {(["http", "socks5"] as const).map((protocol) => (
            <Menu.Item
              key={protocol}
              onClick={() => target && copy.run(curlOf(row, protocol, target))}
            >
              {t(`parts:tryEndpoint.${protocol}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={t("row.delete")}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("row.deleteOf", { port })}
          onClick={props.onDelete}
        >
          <IconTrash size={17} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
