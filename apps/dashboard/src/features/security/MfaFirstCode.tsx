import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallResult } from "../../lib/call.ts";
import { CodeField } from "@turnpike/ui/CodeField.tsx";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";

const MFA_WRONG = 461;

/** The first code proves that the app has the key. */
export function MfaFirstCode(props: {
  onBack: () => void;
  onBound: (answer: CallResult<"bindMFa">) => void;
}) {
  const { t } = useTranslation("setting");
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (/^\d{6}$/.test(value) ? null : t("code.sixDigits")) },
  });
  const bind = useCommand("bindMFa", {
    handles: ({ code, field, msg }) => {
      const atField = code === MFA_WRONG || field === "code";
      if (atField) form.setFieldError("code", msg);
      return atField;
    },
  });
  // Shows the recovery codes before anything else, since they are returned only once.
  const send = form.onSubmit((values) => void bind.send(values, props.onBound));
  return (
    <DialogForm
      submit={t("security.mfa.turnOn")}
      busy={bind.busy}
      back={t("back")}
      onBack={props.onBack}
      onSubmit={send}
    >
      <Text>{t("security.mfa.codeHelp")}</Text>
      <CodeField
        label={t("security.mfa.code")}
        digits={6}
        data-autofocus
        autoFocus
        {...form.getInputProps("code")}
      />
      <Text c="dimmed" fz="sm">
        {t("security.mfa.bindEnds")}
      </Text>
    </DialogForm>
  );
}
