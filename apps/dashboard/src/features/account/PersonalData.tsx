import { Button, Group, Text } from "@mantine/core";
import { IconDownload } from "@turnpike/ui/icons.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CallRefused } from "../../lib/call.ts";
import { openPersonalData } from "../../lib/download.ts";

/** Downloads all that is kept about the account, once a day (spec/law#data-export). */
export function PersonalData() {
  const { t } = useTranslation("setting-account");
  const [busy, setBusy] = useState(false);
  const [nextAt, setNextAt] = useState("");
  const start = async () => {
    setBusy(true);
    try {
      await openPersonalData();
      setNextAt("");
      toast.success(t("personalData.started"));
    } catch (error) {
      // Other failures are in a toast, and giving up on the proof is none.
      if (error instanceof CallRefused && error.reason === "tooSoon") {
        const waitMs = (error.retryAfterSeconds ?? 0) * 1_000;
        setNextAt(new Date(productClock.nowMs() + waitMs).toISOString());
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t("personalData.title")} description={t("personalData.help")}>
      <Group gap="md">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={busy}
          onClick={() => void start()}
        >
          {t("personalData.open")}
        </Button>
        <Text role="status" c="dimmed" fz="sm">
          {nextAt && t("personalData.next", { date: formatDateTime(nextAt) })}
        </Text>
      </Group>
    </Panel>
  );
}
