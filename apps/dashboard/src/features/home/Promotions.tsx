import { Button, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatDateTime, formatPercent } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import classes from "./home.module.css";
import { formatRoundCents } from "@turnpike/ui/lib/whole-dollars.ts";

type Promotion = CallResult<"indexInit">["promotions"][number];

/** Promotions that run now; nothing where there is none. */
export function Promotions(props: { promotions: Promotion[]; onTopUp: () => void }) {
  const { t } = useTranslation("home");
  if (props.promotions.length === 0) return null;
  return (
    <Panel title={t("promotions.title")}>
      <ul className={classes.list}>
        {props.promotions.map((promotion) => (
          <li key={promotion.id}>
            <Stack gap={4} align="flex-start">
              <Text fw={600}>{promotion.title}</Text>
              <Text fz="sm">
                {t("promotions.gives", {
                  percent: formatPercent(promotion.percent),
                  from: formatRoundCents(promotion.fromCents),
                })}
              </Text>
              <Text fz="xs" c="dimmed">
                {t("promotions.until", { at: formatDateTime(promotion.endsAt) })}
              </Text>
            </Stack>
          </li>
        ))}
      </ul>
      <Button variant="light" size="xs" mt="md" onClick={props.onTopUp}>
        {t("cards.topUp")}
      </Button>
    </Panel>
  );
}
