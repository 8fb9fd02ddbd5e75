import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { DialogButtons } from "../../ui/DialogButtons.tsx";
import classes from "./security.module.css";

const GROUP = /.{1,4}/g;

/** The key as a picture to scan, and as text to type. */
export function MfaKey(props: {
  shown: Answered<"mfaSecret">;
  onBack: () => void;
  onNext: () => void;
}) {
  const { t } = useTranslation("setting");
  const { secret, otpauth, qr } = props.shown;
  const next = (event: FormEvent) => {
    event.preventDefault();
    props.onNext();
  };
  return (
    <form onSubmit={next}>
      <Stack gap="md">
        <Text>{t("security.mfa.scan")}</Text>
        <img className={classes.qr} src={qr} alt={t("security.mfa.qr")} width={184} height={184} />
        <Stack gap={4} align="center">
          <Text c="dimmed" fz="sm" ta="center">
            {t("security.mfa.cannotScan")}
          </Text>
          <Group gap={4} wrap="nowrap">
            <Text span className={classes.key} translate="no">
              {secret.match(GROUP)?.join(" ")}
            </Text>
            <CopyButton value={secret} label={t("security.mfa.copyKey")} />
          </Group>
          <Anchor href={otpauth} fz="sm">
            {t("security.mfa.openHere")}
          </Anchor>
        </Stack>
        <DialogButtons submit={t("security.mfa.scanned")} back={t("back")} onBack={props.onBack} />
      </Stack>
    </form>
  );
}
