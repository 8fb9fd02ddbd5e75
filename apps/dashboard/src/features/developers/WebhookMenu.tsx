import {
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from "@turnpike/ui/icons.ts";
import { RowMenu } from "@turnpike/ui/list/buttons.tsx";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { openAct } from "../../ui/act/open-act.ts";
import classes from "./developers.module.css";
import { showDeliveries } from "./show-deliveries.ts";
import { useShowSecret, useWebhookForm } from "./use-webhook-acts.tsx";
import type { Webhook } from "./webhook-text.ts";

/** A webhook's actions, apart from testing it. */
export function WebhookMenu({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation("webhooks");
  const { edit } = useWebhookForm();
  const showSecret = useShowSecret(webhook);
  const [, filterBy] = useUrlText(["webhook", "event", "state"]);
  const toggle = useCommand("webhookUp");
  const turn = () => {
    const enabled = !webhook.enabled;
    const message = enabled ? "list.switchedOn" : "list.switchedOff";
    void toggle.send({ id: webhook.id, enabled }, () => toast.success(t(message)));
  };
  const remove = useRemove(webhook);
  const show = () => {
    filterBy({ webhook: webhook.id, event: "", state: "" });
    showDeliveries();
  };
  return (
    <RowMenu
      label={t("list.actionsOf", { url: webhook.url })}
      loading={toggle.busy}
      acts={[
        { icon: IconPencil, label: t("list.edit"), run: () => edit(webhook) },
        { icon: IconKey, label: t("list.secret"), run: showSecret },
        { icon: IconListDetails, label: t("list.deliveries"), run: show },
        {
          icon: webhook.enabled ? IconPlayerPause : IconPlayerPlay,
          label: t(webhook.enabled ? "list.switchOff" : "list.switchOn"),
          run: turn,
        },
        { icon: IconTrash, label: t("list.delete"), run: remove, danger: true },
      ]}
    />
  );
}

/** Warns what will be lost, then deletes it and removes its filter from the URL. */
function useRemove(webhook: Webhook) {
  const { t } = useTranslation("webhooks");
  const [filter, filterBy] = useUrlText(["webhook"]);
  return () =>
    openAct({
      call: "webhookDel",
      input: { ids: [webhook.id] },
      danger: true,
      title: t("remove.title"),
      text: (
        <>
          <span className={classes.breaks}>{t("remove.text", { url: webhook.url })}</span>
          {webhook.waiting > 0 && <> {t("remove.waiting", { count: webhook.waiting })}</>}
        </>
      ),
      submit: t("remove.confirm"),
      done: () => t("remove.done"),
      onDone: () => filter.webhook === webhook.id && filterBy({ webhook: "" }),
    });
}
