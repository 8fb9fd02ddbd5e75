import { Menu } from "@mantine/core";
import { AccountMenu as SharedAccountMenu } from "@turnpike/ui/shell/AccountMenu.tsx";
import { IconDeviceMobilePlus, IconSettings, IconShieldLock } from "@turnpike/ui/icons.ts";
import { openDialog } from "@turnpike/ui/act/act.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { Link } from "react-router";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { accountView, closeSession, closeView } from "../../lib/session.ts";

const OtherDevice = lazyComponent(
  async () => (await import("../../features/sessions/OtherDevice.tsx")).OtherDevice,
);

/** Who is signed in, links to their settings, and sign-out. */
export function AccountMenu(props: { email: string }) {
  const { t } = useTranslation("shell");
  const signOut = useCommand("signout");
  const addDevice = () =>
    openDialog({
      title: t("otherDevice.title"),
      body: (close) => <OtherDevice onClose={close} />,
    });
  return (
    <SharedAccountMenu
      email={props.email}
      label={t("signedInAs")}
      onSignOut={() => void signOut.send({}).then(leave)}
    >
      <SettingsLinks />
      <Menu.Item
        data-needs="owner"
        leftSection={<IconDeviceMobilePlus size={16} aria-hidden />}
        onClick={addDevice}
      >
        {t("otherDevice.menu")}
      </Menu.Item>
    </SharedAccountMenu>
  );
}

/** Ends what this tab shows: the account of a team, or the own session. */
const leave = () => (accountView() ? closeView() : closeSession());

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
        data-needs="owner"
        component={Link}
        to="/cli/setting?tab=security"
        leftSection={<IconShieldLock size={16} aria-hidden />}
      >
        {t("security")}
      </Menu.Item>
    </>
  );
}
