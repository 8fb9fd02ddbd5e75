import { Menu, Text, UnstyledButton } from "@mantine/core";
import { headerMenuProps } from "@turnpike/ui/header-menu-props.ts";
import { IconChevronDown, IconKeyboard, IconLogout, IconShieldLock } from "@turnpike/ui/icons.ts";
import { Link, useNavigate } from "react-router";
import { useMe } from "../../lib/me.ts";
import { queryClient, useCallMutation } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { openOverlay } from "@turnpike/ui/palette/overlay.ts";
import { TWO_FACTOR } from "../navigation/two-factor.ts";
import classes from "./Shell.module.css";

/** Shows who is signed in and lets them sign out. */
export function AccountMenu() {
  const t = useT();
  const me = useMe();
  const navigate = useNavigate();
  const signOut = useCallMutation("signOut", { quiet: true });
  const leave = () =>
    signOut.mutate(
      {},
      {
        onSettled: () => void Promise.resolve(navigate("/sign-in")).then(() => queryClient.clear()),
      },
    );
  return (
    <Menu position="bottom-end" width={250} {...headerMenuProps}>
      <Menu.Target>
        <UnstyledButton
          className={classes.account}
          aria-label={t("account", { email: me?.email ?? "" })}
        >
          <span className={classes.initial} aria-hidden>
            {(me?.email[0] ?? "·").toUpperCase()}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{word("roles", me?.role ?? "")}</Menu.Label>
        <Text component="div" px="sm" pb="xs" fz="sm" fw={550} truncate title={me?.email}>
          {me?.email}
        </Text>
        <Menu.Divider />
        {me?.mfaBound === false && (
          <Menu.Item
            component={Link}
            to={TWO_FACTOR}
            leftSection={<IconShieldLock size={16} aria-hidden />}
          >
            {t("mfa.title")}
          </Menu.Item>
        )}
        <Menu.Item
          visibleFrom="md"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => openOverlay("keys")}
        >
          {t("keys.title")}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
          {t("signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
