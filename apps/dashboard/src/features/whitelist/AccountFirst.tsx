import { Alert, Anchor } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/**
 * What an address that was added without a sub-account's name is refused with: there is none yet.
 */
export const NO_ACCOUNT = "subAccountNotFound";

/** A whitelisted address belongs to a sub-account: a link to create the first one. */
export function AccountFirst() {
  const { t } = useTranslation("parts");
  return (
    <Alert color="amber" role="alert" icon={<IconUserPlus aria-hidden />}>
      {t("whitelist.accountFirst")}{" "}
      <Anchor component={Link} to="/cli/traffic-use?dialog=create" fz="inherit" underline="always">
        {t("whitelist.createAccount")}
      </Anchor>
    </Alert>
  );
}
