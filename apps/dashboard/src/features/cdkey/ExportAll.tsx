import { Button } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Question } from "../../lib/call.ts";
import { formatNumber } from "../../lib/format.ts";
import { toast } from "../../lib/toast.ts";
import { allCdkeys, saveCsvOf } from "./cdkey-file.ts";

/** Saves all keys that fit the filter, of all pages. */
export function ExportAll(props: { question: Question<"cdkeys"> }) {
  const { t } = useTranslation("cdkey");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { keys, total } = await allCdkeys(props.question);
      saveCsvOf(keys);
      const numbers = { shown: formatNumber(keys.length), total: formatNumber(total) };
      const all = keys.length === total;
      toast.success(
        all ? t("list.exported", { count: total }) : t("list.exportedOf", { ...numbers }),
      );
    } catch {
      // A toast has said why; nothing was saved.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      leftSection={<IconFileDownload size={15} aria-hidden />}
      onClick={() => void save()}
    >
      {t("list.exportAll")}
    </Button>
  );
}
