import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { DialogButtons } from "@turnpike/ui/DialogButtons.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import { EventChoice } from "./EventChoice.tsx";
import { additionOf, changeOf, validateUrl, valuesOf, type WebhookValues } from "./webhook-form.ts";
import type { Webhook } from "./webhook-text.ts";

/** Adds a webhook, or changes the given one. */
export function WebhookDialog(props: {
  webhook: Webhook | null;
  onAdded: (secret: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("webhooks");
  const { webhook } = props;
  const { form, send, busy } = useWebhookForm(props);
  return (
    <FormModal
      size="lg"
      title={t(webhook ? "form.editTitle" : "form.addTitle")}
      onClose={props.onClose}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            data-autofocus
            label={t("form.url")}
            description={t("form.urlHelp")}
            placeholder="https://example.com/webhook"
            {...form.getInputProps("url")}
          />
          <EventChoice
            all={form.values.all}
            events={form.values.events}
            error={form.errors.events}
            onAll={(all) => form.setFieldValue("all", all)}
            onEvents={(events) => form.setFieldValue("events", events)}
          />
          <TextInput
            maxLength={100}
            label={t("form.description")}
            description={t("form.descriptionHelp")}
            {...form.getInputProps("description")}
          />
          <DialogButtons
            submit={t(webhook ? "form.save" : "form.add")}
            busy={busy}
            onBack={props.onClose}
          />
        </Stack>
      </form>
    </FormModal>
  );
}

function useWebhookForm(props: Parameters<typeof WebhookDialog>[0]) {
  const { t } = useTranslation("webhooks");
  const { webhook } = props;
  const form = useForm<WebhookValues>({
    initialValues: valuesOf(webhook),
    validateInputOnBlur: ["url"],
    validate: {
      url: (typed) => {
        const fault = validateUrl(typed);
        return fault && t(`form.fault.${fault}`);
      },
      events: (events, { all }) => (all || events.length > 0 ? null : t("form.fault.noEvent")),
    },
  });
  const options = { handles: toFieldError(form) } as const;
  // Waits until the list contains the new webhook before showing its secret.
  const add = useCommand("webhookAdd", { ...options, awaitRefetch: true });
  const change = useCommand("webhookUp", options);
  const send = form.onSubmit((values) => {
    if (webhook) {
      const onSuccess = () => {
        toast.success(t("form.saved"));
        props.onClose();
      };
      void change.send(changeOf(webhook, values), onSuccess);
    } else {
      void add.send(additionOf(values), ({ secret }) => props.onAdded(secret));
    }
  });
  return { form, send, busy: add.busy || change.busy };
}
