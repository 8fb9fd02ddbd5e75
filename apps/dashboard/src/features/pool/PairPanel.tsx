import { Button, Group, Skeleton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Login } from "./Login.tsx";
import { PasswordDialog } from "./PasswordDialog.tsx";

/** The one name and password that let in to all opened IPs: shown, copied, changed. */
export function PairPanel({ icon }: { icon: ReactNode }) {
  const { t } = useTranslation("pool");
  const [changing, setChanging] = useState(false);
  const pair = useCall("ipPassInfo", {});
  if (pair.isError && !pair.data) {
    return <ErrorState error={pair.error} onRetry={() => void pair.refetch()} />;
  }
  if (!pair.data) return <Skeleton h={62} aria-hidden />;
  const { username, password, endpoints } = pair.data;
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <Login row={pair.data} />
      <Group gap={8}>
        <CopyButton text value={`${username}:${password}`} label={t("pair.copy")} />
        <Button size="xs" variant="default" leftSection={icon} onClick={() => setChanging(true)}>
          {t("pair.change")}
        </Button>
      </Group>
      <PasswordDialog
        opened={changing}
        open={endpoints.length}
        onClose={() => setChanging(false)}
      />
    </Group>
  );
}
