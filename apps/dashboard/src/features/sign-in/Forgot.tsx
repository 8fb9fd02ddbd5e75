import { Anchor, Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Doorway } from "./AuthLayout.tsx";
import { LateMfaStep } from "./LateMfaStep.tsx";
import { AddressStep } from "./AddressStep.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { PasswordStep } from "./PasswordStep.tsx";
import { type Recovery, useRecovery } from "./use-recovery.ts";

/**
 * A new password by a mailed code (spec/dashboard#public-routes): address, code, password, and the
 * MFA code where the account wants one. It is how an account without a password gets its first,
 * too.
 */
export function Forgot() {
  const { t } = useTranslation("forgot");
  const recovery = useRecovery();
  const { step, email } = recovery;
  return (
    <Doorway
      title={t(`${step}.title`)}
      description={t(`${step}.description`, { email, interpolation: { escapeValue: false } })}
    >
      <Step recovery={recovery} />
      {step !== "mfa" && step !== "done" && (
        <Text fz="sm" ta="center" mt="lg">
          <Anchor component={Link} to="/index/login" state={{ email }} fw={550}>
            {t("back")}
          </Anchor>
        </Text>
      )}
    </Doorway>
  );
}

function Step({ recovery }: { recovery: Recovery }) {
  switch (recovery.step) {
    case "address":
      return <AddressStep recovery={recovery} />;
    case "code":
      return <CodeStep recovery={recovery} />;
    case "password":
      return <PasswordStep recovery={recovery} />;
    case "mfa":
      return <LateMfaStep send={recovery.setPassword} onBack={() => recovery.goTo("password")} />;
    case "done":
      return <Done email={recovery.email} />;
  }
}

/** A link takes no `autoFocus`. */
const focus = (link: HTMLAnchorElement | null) => link?.focus();

function Done({ email }: { email: string }) {
  const { t } = useTranslation("forgot");
  return (
    <>
      <Text mb="lg">{t("done.text")}</Text>
      <Button component={Link} ref={focus} to="/index/login" state={{ email }} size="md" fullWidth>
        {t("done.submit")}
      </Button>
    </>
  );
}
