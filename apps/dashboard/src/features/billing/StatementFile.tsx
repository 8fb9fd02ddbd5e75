import { Button, Group, Select } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDownload } from "../../lib/download.ts";
import { formatMonth } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { useToday } from "../../lib/use-today.ts";
import { monthsBack } from "./months.ts";
import classes from "./billing.module.css";

/** One month of the statement as a file. */
export function StatementFile() {
  const { t } = useTranslation("setting-account");
  const { busy, run } = useDownload();
  const member = useCall("member", {});
  const today = useToday() ?? "";
  const months = today ? monthsBack({ today, since: member.data?.createdAt ?? null }) : [];
  const [chosen, setMonth] = useState("");
  const month = chosen || (months[0] ?? "");
  return (
    <Group gap="sm" align="flex-end" className={classes.file ?? ""}>
      <Select
        w={{ base: "100%", xs: 180 }}
        label={t("statement.month")}
        allowDeselect={false}
        disabled={!month}
        value={month || null}
        onChange={(value) => value && setMonth(value)}
        data={months.map((value) => ({ value, label: formatMonth(value) }))}
      />
      <Button
        variant="default"
        w={{ base: "100%", xs: "auto" }}
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={!month}
        loading={busy !== null}
        onClick={() => run({ what: "statement", month })}
      >
        {t("statement.download")}
      </Button>
    </Group>
  );
}
