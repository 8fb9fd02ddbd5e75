import { Anchor, Button } from "@mantine/core";
import { IconAlertTriangle } from "@turnpike/ui/icons.ts";
import { wireLanguage } from "@turnpike/ui/lib/language.ts";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { accountView } from "../../lib/session.ts";
import { useCommand } from "../../lib/use-command.ts";
import classes from "./Shell.module.css";

/** On every screen while a new version of a legal document asks for consent (spec/law#consent). */
export function ConsentBanner() {
  const { t, i18n } = useTranslation("shell");
  const header = useCall("headerInit", {});
  const consent = useCommand("consent");
  const asked = header.data?.consents ?? [];
  if (asked.length === 0 || accountView()) return <div role="status" />;
  const agree = async () => {
    for (const { kind, version } of asked) await consent.send({ kind, version });
    await header.refetch();
  };
  return (
    <div role="status">
      <div className={classes.verifyHint}>
        <IconAlertTriangle size={20} aria-hidden />
        <p>
          {t("consent.text")}{" "}
          {asked.map(({ kind }) => (
            <Anchor
              key={kind}
              href={`/legal/${kind}?lang=${wireLanguage(i18n.language)}`}
              target="_blank"
              rel="noopener"
              underline="always"
              mr="sm"
            >
              {t(`consent.kinds.${kind}`)}
            </Anchor>
          ))}
        </p>
        <Button size="xs" loading={consent.busy} onClick={() => void agree()}>
          {t("consent.agree")}
        </Button>
      </div>
    </div>
  );
}
