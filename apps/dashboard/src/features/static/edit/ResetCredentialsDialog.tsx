import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCircleCheck } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBusy, useCommand } from "../../../lib/use-command.ts";
import { useCall } from "../../../lib/queries.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import { randomName, randomPassword } from "../../credentials/random-credential.ts";
import { useCredentialValidators } from "../../credentials/use-credential-validators.ts";
import { CredentialFields } from "./EditFields.tsx";

interface Reset {
  account: string;
  password: string;
  updated: number;
}

/** Sets the same user name and password for all long-term static IPs. */
export function ResetCredentialsDialog(props: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("static-edit");
  const busy = useBusy("staticUpdateAll");
  return (
    <StepDialog
      opened={props.opened}
      title={t("reset.title")}
      size="md"
      busy={busy}
      onClose={props.onClose}
    >
      <Steps onClose={props.onClose} />
    </StepDialog>
  );
}

function Steps({ onClose }: { onClose: () => void }) {
  const [reset, setReset] = useState<Reset | null>(null);
  return reset ? (
    <Done reset={reset} onClose={onClose} />
  ) : (
    <ResetForm onReset={setReset} onClose={onClose} />
  );
}

function ResetForm(props: { onReset: (reset: Reset) => void; onClose: () => void }) {
  const { t } = useTranslation(["static-edit", "ui"]);
  const count = useCall("staticIndex", {}).data?.active;
  const { account, password } = useCredentialValidators();
  const form = useForm({
    initialValues: { account: randomName(), password: randomPassword() },
    validate: { account, password },
    validateInputOnBlur: true,
  });
  const update = useCommand("staticUpdateAll", {
    handles: toFieldError(form),
  });
  const send = form.onSubmit(
    (pair) => void update.send(pair, ({ updated }) => props.onReset({ ...pair, updated })),
  );
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <Text c="dimmed">
          {count !== undefined && `${t("reset.affected", { count })} `}
          {t("reset.explain")}
        </Text>
        <CredentialFields form={form} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={update.busy} onClick={props.onClose}>
            {t("ui:cancel")}
          </Button>
          <Button type="submit" color="red.9" loading={update.busy} disabled={count === 0}>
            {t("reset.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Done({ reset, onClose }: { reset: Reset; onClose: () => void }) {
  const { t } = useTranslation(["static-edit", "ui"]);
  const close = useFirstFocus<HTMLButtonElement>();
  const { account, password, updated } = reset;
  return (
    <Stack gap="md">
      <Alert color="good" aria-live="polite" icon={<IconCircleCheck aria-hidden />}>
        {t("reset.done", { count: updated })}
      </Alert>
      <AmountList>
        {(["account", "password"] as const).map((kind) => (
          <Sum
            key={kind}
            name={t(`fields.${kind}`)}
            value={
              <Group gap={4} wrap="nowrap" justify="flex-end">
                <Text span ff="monospace" fz="sm">
                  {reset[kind]}
                </Text>
                <CopyButton value={reset[kind]} label={t(`reset.copy.${kind}`)} />
              </Group>
            }
          />
        ))}
      </AmountList>
      <Group justify="flex-end" gap="xs">
        <CopyButton text size="sm" value={`${account}:${password}`} label={t("reset.copy.pair")} />
        <Button ref={close} onClick={onClose}>
          {t("ui:close")}
        </Button>
      </Group>
    </Stack>
  );
}
