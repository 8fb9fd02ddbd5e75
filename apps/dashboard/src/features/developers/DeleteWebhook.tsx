import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useUrlText } from "../../ui/url-text.ts";
import classes from "./developers.module.css";
import type { Webhook } from "./webhook-words.ts";

/** Says what is lost, then deletes; what the URL said of it goes too. */
export function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  const [filter, filterBy] = useUrlText(["webhook"]);
  const remove = useCommand("webhookDel", { invalidates: ["webhooks", "webhookDeliveries"] });
  const confirm = () =>
    remove.mutate(
      { ids: [webhook.id] },
      {
        onSuccess: () => {
          if (filter.webhook === webhook.id) filterBy({ webhook: "" });
          toast.success(t("remove.done"));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      danger
      title={t("remove.title")}
      confirm={t("remove.confirm")}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <span className={classes.breaks}>{t("remove.text", { url: webhook.url })}</span>
      {webhook.waiting > 0 && <> {t("remove.waiting", { count: webhook.waiting })}</>}
    </ConfirmDialog>
  );
}
