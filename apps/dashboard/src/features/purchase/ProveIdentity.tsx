import { Alert, Button } from "@mantine/core";
import { IconShieldCheck } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** Instead of the button: the purchase would be refused until somebody has proved who they are. */
export function ProveIdentity() {
  const { t } = useTranslation("buy");
  return (
    <>
      <Alert color="amber" icon={<IconShieldCheck aria-hidden />} aria-live="polite">
        {t("identity.text")}
      </Alert>
      <Button size="md" component={Link} to="/cli/identity">
        {t("identity.link")}
      </Button>
    </>
  );
}
