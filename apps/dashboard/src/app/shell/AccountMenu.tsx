import { Menu, Text, UnstyledButton } from "@mantine/core";
import {
  IconChevronDown,
  IconDeviceMobilePlus,
  IconKeyboard,
  IconLogout,
  IconSettings,
  IconShieldLock,
} from "@turnpike/ui/icons.ts";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { Link } from "react-router";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { closeSession } from "../../lib/session.ts";
import { Email } from "@turnpike/ui/Email.tsx";
import { headerMenuProps } from "@turnpike/ui/header-menu-props.ts";
import { openOverlay } from "@turnpike/ui/palette/overlay.ts";
import classes from "./Shell.module.css";

const OtherDevice = lazyComponent(
  async () => (await import("../../features/sessions/OtherDevice.tsx")).OtherDevice,
);

/** Who is signed in, links to their settings, and sign-out. */
export function AccountMenu(props: { email: string }) {
  const { t } = useTranslation("shell");
  const signOut = useCommand("signout");
  const [elsewhere, setElsewhere] = useState(false);
  return (
    <>
      <Menu position="bottom-end" width={250} {...headerMenuProps}>
        <Menu.Target>
          <UnstyledButton
            className={classes.account}
            aria-label={t("account", { email: props.email })}
          >
            <span className={classes.initial} aria-hidden>
              {(props.email[0] ?? "·").toUpperCase()}
            </span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t("signedInAs")}</Menu.Label>
          <Text component="div" px="sm" pb="xs" fz="sm" fw={550} truncate>
            <Email address={props.email} />
          </Text>
          <Menu.Divider />
          <SettingsLinks />
          <Menu.Item
            leftSection={<IconDeviceMobilePlus size={16} aria-hidden />}
            onClick={() => setElsewhere(true)}
          >
            {t("otherDevice.menu")}
          </Menu.Item>
          <Menu.Item
            visibleFrom="md"
            leftSection={<IconKeyboard size={16} aria-hidden />}
            onClick={() => openOverlay("keys")}
          >
            {t("shortcuts")}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => void signOut.send({}).then(closeSession)}
          >
            {t("signOut")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{elsewhere && <OtherDevice onClose={() => setElsewhere(false)} />}</Suspense>
    </>
  );
}

function SettingsLinks() {
  const { t } = useTranslation("shell");
  return (
    <>
      <Menu.Item
        component={Link}
        to="/cli/setting?tab=account"
        leftSection={<IconSettings size={16} aria-hidden />}
      >
        {t("settings")}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to="/cli/setting?tab=security"
        leftSection={<IconShieldLock size={16} aria-hidden />}
      >
        {t("security")}
      </Menu.Item>
    </>
  );
}
