import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { NewSecret, SecretDialog } from "./SecretDialog.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import type { Webhook } from "./webhook-text.ts";
import classes from "./developers.module.css";

/** The open dialog; a form without a webhook adds one. */
export type Task =
  | { kind: "form"; webhook: Webhook | null }
  | { kind: "new"; secret: string }
  | { kind: "secret" | "delete"; webhook: Webhook };

/** The dialog of a task; adding a webhook leads on to its secret. */
export function WebhookDialogs(props: {
  task: Task;
  onTask: (task: Task) => void;
  onClose: () => void;
}) {
  const { task, onClose } = props;
  switch (task.kind) {
    case "form":
      return (
        <WebhookDialog
          webhook={task.webhook}
          onAdded={(secret) => props.onTask({ kind: "new", secret })}
          onClose={onClose}
        />
      );
    case "new":
      return <NewSecret secret={task.secret} onClose={onClose} />;
    case "secret":
      return <SecretDialog webhook={task.webhook} onClose={onClose} />;
    case "delete":
      return <DeleteWebhook webhook={task.webhook} onClose={onClose} />;
  }
}

/** Warns what will be lost, then deletes the webhook and removes its filter from the URL. */
function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  const [filter, filterBy] = useUrlText(["webhook"]);
  const remove = useCommand("webhookDel");
  const confirm = () =>
    void remove.send({ ids: [webhook.id] }, () => {
      if (filter.webhook === webhook.id) filterBy({ webhook: "" });
      toast.success(t("remove.done"));
      onClose();
    });
  return (
    <ConfirmDialog
      opened
      danger
      title={t("remove.title")}
      confirm={t("remove.confirm")}
      busy={remove.busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <span className={classes.breaks}>{t("remove.text", { url: webhook.url })}</span>
      {webhook.waiting > 0 && <> {t("remove.waiting", { count: webhook.waiting })}</>}
    </ConfirmDialog>
  );
}
