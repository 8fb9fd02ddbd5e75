import { SimpleGrid } from "@mantine/core";
import { IconArrowsDownUp, IconClock, IconGauge, IconPlug } from "@tabler/icons-react";
import { planMbps, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../../lib/call.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { usePlanText } from "../plan-text.ts";

type Glance = CallResult<"portOrders">["glance"];

/** What matters at a glance; `glance` undefined: on its way. */
export function PlanFigures(props: { kind: UnlimitedKind; glance: Glance | undefined }) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { kind, glance } = props;
  const count = (value: number | undefined) =>
    value === undefined ? undefined : formatNumber(value);
  const quantity = glance?.quantity ?? 0;
  const together = words.mbps(planMbps({ kind, quantity }));
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
      <StatCard
        label={t("figures.active")}
        icon={<IconPlug size={16} />}
        value={count(glance?.active)}
        hint={glance && glance.expired > 0 && t("figures.expired", { count: glance.expired })}
      />
      <StatCard
        label={t(`${kind}.inAll`)}
        icon={<IconGauge size={16} />}
        value={glance && (kind === "port" ? formatNumber(quantity) : together)}
        hint={glance && t(`${kind}.inAllHint`, { mbps: together })}
      />
      <StatCard
        label={t("figures.expiring")}
        icon={<IconClock size={16} />}
        value={count(glance?.expiring)}
        hint={t("figures.expiringHint")}
      />
      <StatCard
        label={t("figures.used")}
        icon={<IconArrowsDownUp size={16} />}
        value={glance && gbText(glance.usedBytes)}
        hint={t("figures.usedHint")}
      />
    </SimpleGrid>
  );
}
