import { Button, Group, Stack, Text } from "@mantine/core";
import { IconRefresh } from "@turnpike/ui/icons.ts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallResult } from "../../lib/call.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import { VerifyCode } from "./VerifyCode.tsx";
import type { Webhook } from "./webhook-text.ts";

/** The secret of a newly added webhook. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  return (
    <FormModal size="lg" title={t("secret.newTitle")} onClose={onClose}>
      <Stack gap="md">
        <Text fz="sm">
          {t("secret.newHelp")} {t("secret.later")}
        </Text>
        <Secret value={secret} />
        <VerifyCode />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("secret.done")}</Button>
        </Group>
      </Stack>
    </FormModal>
  );
}

/** Shows the secret, after the second factor if one is bound; it can be replaced here too. */
export function SecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  const { secret, replace } = useSecret(webhook, onClose);
  const [asking, setAsking] = useState(false);
  if (asking) {
    return (
      <RenewSecret
        webhook={webhook}
        onRenewed={(renewed) => {
          replace(renewed);
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      />
    );
  }
  // Hidden until the answer arrives, so that it does not overlap the second factor's dialog.
  if (!secret) return null;
  return (
    <FormModal size="lg" title={t("secret.title")} onClose={onClose}>
      <Stack gap="md">
        <Text fz="sm" style={{ overflowWrap: "anywhere" }}>
          {t("secret.help", { url: webhook.url })}
        </Text>
        <Secret value={secret.secret} />
        {secret.previousUntil && (
          <Text fz="sm" c="dimmed">
            {t("secret.previous", { at: formatDateTime(secret.previousUntil) })}
          </Text>
        )}
        <VerifyCode />
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t("secret.renew")}
          </Button>
          <Button onClick={onClose}>{t("secret.done")}</Button>
        </Group>
      </Stack>
    </FormModal>
  );
}

type NewSecret = CallResult<"webhookSecret">;

/** Requests the secret once; giving up the second factor closes this dialog too. */
function useSecret(webhook: Webhook, onCancel: () => void) {
  const [renewed, setRenewed] = useState<NewSecret | null>(null);
  const { send, answer } = useCommand("webhookSecret");
  const requested = useRef(false);
  useEffect(() => {
    if (requested.current) return;
    requested.current = true;
    void send({ id: webhook.id }).then((secret) => secret ?? onCancel());
  }, [send, webhook.id, onCancel]);
  return { secret: renewed ?? answer ?? null, replace: setRenewed };
}

function RenewSecret(props: {
  webhook: Webhook;
  onRenewed: (answer: NewSecret) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("webhooks");
  const renew = useCommand("webhookSecret");
  const confirm = () =>
    void renew.send({ id: props.webhook.id, renew: true }, (answer) => {
      toast.success(t("secret.renewed"));
      props.onRenewed(answer);
    });
  return (
    <ConfirmDialog
      opened
      title={t("secret.renewTitle")}
      confirm={t("secret.renewConfirm")}
      busy={renew.busy}
      onConfirm={confirm}
      onClose={props.onClose}
    >
      {t("secret.renewText")}
    </ConfirmDialog>
  );
}

function Secret({ value }: { value: string }) {
  const { t } = useTranslation("webhooks");
  return <CodeBlock wrap code={value} label={t("secret.label")} copyLabel={t("secret.copy")} />;
}
