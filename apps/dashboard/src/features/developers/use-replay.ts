import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallRefused, CallParameters } from "../../lib/call.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { openAct } from "../../ui/act/open-act.ts";
import { instantOf, sincesOf } from "./replay-since.ts";
import { shortUrl, type Webhook } from "./webhook-text.ts";

/**
 * Resends deliveries and shows how many; `done` gets the number too. `handles` returns true if it
 * shows a refusal itself.
 */
export function useReplay(done: () => void, handles?: (refused: CallRefused) => boolean) {
  const { t } = useTranslation("webhooks");
  const replay = useCommand("webhookReplay", handles ? { handles } : {});
  const run = (parameters: CallParameters<"webhookReplay">) =>
    void replay.send(parameters, ({ replayed }) => {
      toast.success(t("deliveries.replayed", { count: replayed }));
      done();
    });
  return { run, busy: replay.busy };
}

/** Resends everything that a webhook failed to receive since a chosen instant. */
export function useReplayFailed(webhooks: readonly Webhook[]) {
  const { t } = useTranslation("webhooks");
  const find = (id: unknown) => webhooks.find((one) => one.id === id);
  const sinceOf = ({ webhookId, since }: Record<string, unknown>) => {
    const offered = sincesOf(find(webhookId));
    return offered.find((one) => one === since) ?? offered[0] ?? "day";
  };
  /** `chosen` is the id of the webhook that the list is filtered by. */
  return (chosen: string) => {
    const first = find(chosen) ?? webhooks.find(({ failingSince }) => failingSince) ?? webhooks[0];
    openAct({
      call: "webhookReplay",
      input: ({ webhookId, ...rest }) => ({
        webhookId: String(webhookId),
        since: instantOf(sinceOf({ webhookId, ...rest }), find(webhookId)),
      }),
      title: t("replay.title"),
      text: t("replay.text"),
      submit: t("replay.send"),
      fields: [
        {
          kind: "select",
          name: "webhookId",
          label: t("replay.webhook"),
          initial: first?.id ?? "",
          options: webhooks.map(({ id, url }) => ({ value: id, label: shortUrl(url) })),
        },
        {
          kind: "select",
          name: "since",
          label: t("replay.since"),
          initial: sincesOf(first)[0] ?? "day",
          options: ({ webhookId }) =>
            sincesOf(find(webhookId)).map((value) => ({
              value,
              label:
                value === "failing"
                  ? t("replay.failing", {
                      at: formatDateTime(find(webhookId)?.failingSince ?? ""),
                    })
                  : t(`replay.${value}`),
            })),
        },
      ],
      done: ({ replayed }) =>
        replayed === 0 ? t("replay.nothing") : t("deliveries.replayed", { count: replayed }),
    });
  };
}
