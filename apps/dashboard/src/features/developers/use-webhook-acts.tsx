import { Button, Group, Stack, Text } from "@mantine/core";
import { type Field, openDialog } from "@turnpike/ui/act/act.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { IconRefresh } from "@turnpike/ui/icons.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { useCommand } from "../../lib/use-command.ts";
import { openAct } from "../../ui/act/open-act.ts";
import { EventChoice } from "./EventChoice.tsx";
import { VerifyCode } from "./VerifyCode.tsx";
import { ALL, additionOf, changeOf, validateUrl } from "./webhook-form.ts";
import type { Webhook } from "./webhook-text.ts";

/** Adds a webhook, whose secret is shown then; changes one. */
export function useWebhookForm() {
  const { t } = useTranslation("webhooks");
  const shared = { size: "lg" } as const;
  return {
    add: () =>
      openAct({
        ...shared,
        call: "webhookAdd",
        input: additionOf,
        // Waits until the list contains the new webhook before showing its secret.
        awaitRefetch: true,
        title: t("form.addTitle"),
        submit: t("form.add"),
        fields: fieldsOf(t, null),
        result: ({ secret }, close) => (
          <Secret value={secret} onClose={close}>
            {t("secret.newHelp")} {t("secret.later")}
          </Secret>
        ),
        resultTitle: t("secret.newTitle"),
        ownButtons: true,
      }),
    edit: (webhook: Webhook) =>
      openAct({
        ...shared,
        call: "webhookUp",
        input: (values) => changeOf(webhook, values),
        title: t("form.editTitle"),
        submit: t("form.save"),
        fields: fieldsOf(t, webhook),
        done: () => t("form.saved"),
      }),
  };
}

type Words = ReturnType<typeof useTranslation<"webhooks">>["t"];

const fieldsOf = (t: Words, webhook: Webhook | null): Field[] => [
  {
    kind: "url",
    name: "url",
    label: t("form.url"),
    help: t("form.urlHelp"),
    placeholder: "https://example.com/webhook",
    maxLength: 500,
    initial: webhook?.url ?? "",
    fault: (typed) => {
      const fault = validateUrl(typed);
      return fault && t(`form.fault.${fault}`);
    },
  },
  {
    kind: "own",
    name: "events",
    label: t("form.events"),
    initial: webhook?.events.join() || ALL,
    fault: (events) => (events === "" ? t("form.fault.noEvent") : null),
    show: (input) => <EventChoice {...input} />,
  },
  {
    kind: "text",
    name: "description",
    label: t("form.description"),
    help: t("form.descriptionHelp"),
    maxLength: 100,
    optional: true,
    initial: webhook?.description ?? "",
  },
];

type Signing = CallResult<"webhookSecret">;

/** Shows the secret, after the second factor if one is bound; it can be replaced there. */
export function useShowSecret(webhook: Webhook): () => void {
  const { t } = useTranslation("webhooks");
  const { send } = useCommand("webhookSecret");
  const renew = () =>
    openAct({
      call: "webhookSecret",
      input: { id: webhook.id, renew: true },
      title: t("secret.renewTitle"),
      text: t("secret.renewText"),
      submit: t("secret.renewConfirm"),
      done: () => t("secret.renewed"),
      result: (signing, close) => <Shown {...{ webhook, signing, renew }} onClose={close} />,
      resultTitle: t("secret.title"),
      ownButtons: true,
      size: "lg",
    });
  // Opened once the answer is there, so that it does not overlap the second factor's dialog.
  return () =>
    void send({ id: webhook.id }, (signing) =>
      openDialog({
        title: t("secret.title"),
        size: "lg",
        body: (close) => <Shown {...{ webhook, signing, renew }} onClose={close} />,
      }),
    );
}

function Shown(props: {
  webhook: Webhook;
  signing: Signing;
  renew: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("webhooks");
  const { secret, previousUntil } = props.signing;
  return (
    <Secret
      value={secret}
      note={previousUntil && t("secret.previous", { at: formatDateTime(previousUntil) })}
      onRenew={props.renew}
      onClose={props.onClose}
    >
      {t("secret.help", { url: props.webhook.url })}
    </Secret>
  );
}

function Secret(props: {
  value: string;
  children: React.ReactNode;
  note?: string | null;
  onRenew?: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("webhooks");
  return (
    <Stack gap="md">
      <Text fz="sm" style={{ overflowWrap: "anywhere" }}>
        {props.children}
      </Text>
      <CodeBlock wrap code={props.value} label={t("secret.label")} copyLabel={t("secret.copy")} />
      {props.note && (
        <Text fz="sm" c="dimmed">
          {props.note}
        </Text>
      )}
      <VerifyCode />
      <Group justify="flex-end" gap="xs">
        {props.onRenew && (
          <Button
            variant="default"
            mie="auto"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={props.onRenew}
          >
            {t("secret.renew")}
          </Button>
        )}
        <Button onClick={props.onClose}>{t("secret.done")}</Button>
      </Group>
    </Stack>
  );
}
