import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck } from "./icons.ts";
import { useTranslation } from "react-i18next";
import { schemeIcons as schemes } from "./color-schemes.ts";
import { headerMenuProps } from "./header-menu-props.ts";

/** Selects light, dark or the system's colour scheme. */
export function ColorSchemeMenu() {
  const { t } = useTranslation("ui");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Now = schemes[colorScheme];
  return (
    <Menu defaultOpened position="bottom-end" width={180} {...headerMenuProps}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("colorScheme")}>
          <Now size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(schemes) as (keyof typeof schemes)[]).map((scheme) => {
          const Icon = schemes[scheme];
          return (
            <Menu.Item
              key={scheme}
              leftSection={<Icon size={16} aria-hidden />}
              rightSection={scheme === colorScheme ? <IconCheck size={15} aria-hidden /> : null}
              onClick={() => setColorScheme(scheme)}
            >
              {t(`schemes.${scheme}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
