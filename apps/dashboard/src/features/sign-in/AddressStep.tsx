import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { isEmail } from "@turnpike/rules/credentials.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFields } from "./use-fields.ts";
import type { Recovery } from "./use-recovery.ts";

/** Where the code is to go: the e-mail or the secure e-mail. */
export function AddressStep({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation(["forgot", "login"]);
  const { resend, fault } = recovery;
  const [isPending, setPending] = useState(false);
  const [tooSoon, setTooSoon] = useState("");
  const fields = useFields(
    { email: recovery.email },
    { email: (value) => (isEmail(value.trim()) ? null : t("badEmail")) },
  );
  const submit = fields.submit(async ({ email }) => {
    setPending(true);
    const { refused } = await recovery.sendCode(email.trim());
    setPending(false);
    if (!refused) return;
    if (refused.code === 429) setTooSoon(refused.msg);
    fields.fail("email", refused.msg);
  });
  const field = fields.text("email");
  // What is wrong with another address is said, whatever the last one waits for.
  const waits = resend.left > 0 && Boolean(field.error) && field.error === tooSoon;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          {...field}
          error={waits ? t("login:waitFor", { time: resend.text }) : field.error}
        />
        <Button type="submit" size="md" loading={isPending} disabled={waits} fullWidth>
          {t("address.submit")}
        </Button>
      </Stack>
    </form>
  );
}
