import { Alert, Stack } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";

/**
 * Explains what the main account is before a sub-account becomes it
 * (spec/traffic-plan#main-sub-account).
 */
export function MainDialog(props: { row: SubAccount; onClose: () => void }) {
  const { t } = useTranslation("traffic-use");
  const { row, onClose } = props;
  const [refusal, setRefusal] = useState("");
  const make = useCommand("upSubUserLevel", {
    invalidates: ["subUsers", "availableSubUsers", "trafficInfo"],
    handles: (refused) => {
      setRefusal(refused.msg);
      return true;
    },
  });
  const confirm = () =>
    make.mutate(
      { id: row.id },
      {
        onSuccess: () => {
          toast.success(t("main.done", { account: row.account }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      title={t("main.title", { account: row.account })}
      confirm={t("main.submit")}
      busy={make.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <span>{t("main.explain")}</span>
        {refusal && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
