import { DeleteWebhook } from "./DeleteWebhook.tsx";
import { NewSecret, SecretDialog } from "./SecretDialog.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import type { Webhook } from "./webhook-words.ts";

/** What is being done to a webhook; a form without one adds one. */
export type Task =
  | { kind: "form"; webhook: Webhook | null }
  | { kind: "new"; secret: string }
  | { kind: "secret" | "delete"; webhook: Webhook };

/** The dialog of a task; one that is added leads on to its secret. */
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
