import { Menu, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconKeyboard, IconLogout } from "../icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Email } from "../Email.tsx";
import { headerMenuProps } from "../header-menu-props.ts";
import { openOverlay } from "../palette/overlay.ts";
import classes from "./AccountMenu.module.css";

/** Who is signed in, links to their settings, the keyboard shortcuts, and sign-out. */
export function AccountMenu(props: {
  email: string;
  label: string;
  /** The application's own entries. */
  children: ReactNode;
  onSignOut: () => void;
}) {
  const { t } = useTranslation("ui");
  return (
    <Menu position="bottom-end" width={250} {...headerMenuProps}>
      <Menu.Target>
        <UnstyledButton
          className={classes.account}
          aria-label={t("shell.account", { email: props.email })}
        >
          <span className={classes.initial} aria-hidden>
            {(props.email[0] ?? "·").toUpperCase()}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{props.label}</Menu.Label>
        <Text component="div" px="sm" pb="xs" fz="sm" fw={550} truncate>
          <Email address={props.email} />
        </Text>
        <Menu.Divider />
        {props.children}
        <Menu.Item
          visibleFrom="md"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => openOverlay("keys")}
        >
          {t("shell.shortcuts")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={props.onSignOut}>
          {t("shell.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
