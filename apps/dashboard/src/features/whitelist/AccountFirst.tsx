import { Alert, Anchor } from "@mantine/core";
import { IconUserPlus } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** The refusal of an address added without a sub-account's name if there is no sub-account yet. */
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
