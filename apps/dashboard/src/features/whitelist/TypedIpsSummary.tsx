import { Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { TypedIps } from "./typed-ips.ts";

const BAD_SHOWN = 5;

/** What the field holds, while it is typed. */
export function TypedIpsSummary({ typed }: { typed: TypedIps }) {
  const { t } = useTranslation("parts");
  const { good, bad, repeats } = typed;
  const more = bad.length - BAD_SHOWN;
  return (
    <div aria-live="polite">
      {good.length > 0 && (
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconCircleCheck size={17} aria-hidden color="var(--pike-accent)" />
          <Text fz="sm">
            {t("addresses.good", { count: good.length })}
            {repeats > 0 && ` ${t("addresses.repeats", { count: repeats })}`}
          </Text>
        </Group>
      )}
      {bad.length > 0 && (
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={17} aria-hidden color="var(--mantine-color-error)" />
          <Text fz="sm" c="var(--mantine-color-error)" style={{ overflowWrap: "anywhere" }} miw={0}>
            {t("addresses.bad", { count: bad.length, list: bad.slice(0, BAD_SHOWN).join(", ") })}
            {more > 0 && " …"}
          </Text>
        </Group>
      )}
    </div>
  );
}
