import { ActionIcon, Menu } from "@mantine/core";
import {
  IconDots,
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from "@turnpike/ui/icons.ts";
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
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          size={30}
          variant="default"
          loading={toggle.busy}
          aria-label={t("list.actionsOf", { url: webhook.url })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(webhook)}>
          {t("list.edit")}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={showSecret}>
          {t("list.secret")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconListDetails size={16} aria-hidden />}
          onClick={() => {
            filterBy({ webhook: webhook.id, event: "", state: "" });
            showDeliveries();
          }}
        >
          {t("list.deliveries")}
        </Menu.Item>
        <Menu.Item leftSection={<Turn on={!webhook.enabled} />} onClick={turn}>
          {t(webhook.enabled ? "list.switchOff" : "list.switchOn")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={remove}
        >
          {t("list.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const Turn = ({ on }: { on: boolean }) =>
  on ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />;

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
