import { NewSecret, SecretDialog } from "./SecretDialog.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import type { Webhook } from "./webhook-text.ts";

/** The open dialog; a form without a webhook adds one. */
export type Task =
  | { kind: "form"; webhook: Webhook | null }
  | { kind: "new"; secret: string }
  | { kind: "secret"; webhook: Webhook };

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
  }
}
