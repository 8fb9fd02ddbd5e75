import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@turnpike/ui/icons.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { saveFile } from "@turnpike/ui/lib/save-file.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import classes from "./security.module.css";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useDoneText } from "./use-done-text.ts";

/** The recovery codes for a lost app; they are shown here and never again. */
export function RecoveryCodes(props: {
  bound: CallResult<"bindMFa">;
  email: string;
  onClose: () => void;
}) {
  const { t } = useTranslation("setting");
  const [kept, setKept] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const doneText = useDoneText();
  const codes = props.bound.recoveryCodes;
  const text = `${t("security.mfa.fileHead", { email: props.email })}\n\n${codes.join("\n")}\n`;
  const finish = (event: FormEvent) => {
    event.preventDefault();
    setConfirming(true);
    if (!kept) return;
    toast.success(doneText(t("security.mfa.bound"), props.bound.ended));
    props.onClose();
  };
  return (
    <form onSubmit={finish}>
      <Stack gap="md">
        <Text>{t("security.mfa.recoveryHelp")}</Text>
        <ul className={classes.codes} translate="no" aria-label={t("security.mfa.steps.recovery")}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs">
          <CopyButton
            text
            value={codes.join("\n")}
            label={t("security.mfa.copyCodes")}
            done={t("security.mfa.copied")}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveFile({ contents: "recovery-codes", ending: "txt", text })}
          >
            {t("security.mfa.download")}
          </Button>
        </Group>
        <Checkbox
          label={t("security.mfa.kept")}
          checked={kept}
          error={confirming && !kept ? t("security.mfa.keepFirst") : null}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button type="submit">{t("security.mfa.finish")}</Button>
        </Group>
      </Stack>
    </form>
  );
}
