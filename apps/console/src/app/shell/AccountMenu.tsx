import { Menu } from "@mantine/core";
import { AccountMenu as SharedAccountMenu } from "@turnpike/ui/shell/AccountMenu.tsx";
import { IconShieldLock } from "@turnpike/ui/icons.ts";
import { Link, useNavigate } from "react-router";
import { useMe } from "../../lib/me.ts";
import { queryClient, useCallMutation } from "../../lib/queries.ts";
import { tellSignedOut } from "../../lib/signed-out.ts";
import { useT, word } from "../../lib/words.ts";
import { TWO_FACTOR } from "../navigation/two-factor.ts";

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
        onSuccess: tellSignedOut,
        onSettled: () => void Promise.resolve(navigate("/sign-in")).then(() => queryClient.clear()),
      },
    );
  return (
    <SharedAccountMenu
      email={me?.email ?? ""}
      label={word("roles", me?.role ?? "")}
      onSignOut={leave}
    >
      {me?.mfaBound === false && (
        <Menu.Item
          component={Link}
          to={TWO_FACTOR}
          leftSection={<IconShieldLock size={16} aria-hidden />}
        >
          {t("mfa.title")}
        </Menu.Item>
      )}
    </SharedAccountMenu>
  );
}
