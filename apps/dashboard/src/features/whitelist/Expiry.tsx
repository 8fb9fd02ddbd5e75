import { Badge } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { expiryOf } from "./expiry-of.ts";

const MINUTE_MS = 60_000;
const colours = { never: "gray", past: "red", soon: "amber", later: "pike" } as const;

/** How long an entry still holds; the instant itself on hover. */
export function Expiry({ expiresAt }: { expiresAt: string | null }) {
  const { t } = useTranslation("white-manage");
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  const { kind, days, hours } = expiryOf(expiresAt, now);
  const text =
    kind === "never" || kind === "past"
      ? t(`expiry.${kind}`)
      : days > 0
        ? t("expiry.days", { count: days })
        : t("expiry.hours", { count: hours });
  return (
    <Badge color={colours[kind]} title={expiresAt ? formatDateTime(expiresAt) : undefined}>
      {text}
    </Badge>
  );
}
