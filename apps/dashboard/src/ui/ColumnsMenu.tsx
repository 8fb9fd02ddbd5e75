import { ActionIcon, Menu } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { TableUrl } from "./table-url.ts";

/** Chooses which columns a table shows; the first one always stands. What is hidden is in the URL. */
export function ColumnsMenu(props: {
  columns: readonly { key: string; title: string }[];
  url: TableUrl;
}) {
  const { t } = useTranslation("ui");
  const { hidden, setHidden } = props.url;
  const choosable = props.columns.slice(1);
  const toggle = (key: string) =>
    setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  return (
    <Menu shadow="md" position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t("columns.choose")}
          title={t("columns.choose")}
        >
          <IconColumns3 size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("columns.shown")}</Menu.Label>
        {choosable.map(({ key, title }) => (
          <Menu.CheckboxItem key={key} checked={!hidden.includes(key)} onChange={() => toggle(key)}>
            {title}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={hidden.length === 0} onClick={() => setHidden([])}>
          {t("columns.all")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
