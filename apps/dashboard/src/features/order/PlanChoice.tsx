import { SegmentedControl, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { OfferCards } from "@turnpike/ui/OfferCards.tsx";
import { useTranslation } from "react-i18next";
import type { Kind } from "./plan.ts";

interface Choice {
  kind: Kind;
  plans: readonly Product[];
  value: string;
  onChange: (sku: string) => void;
}

/** Standard or enterprise, the number of days, or cards; nothing if there is one plan to say. */
export function PlanChoice(props: Choice) {
  const { plans } = props;
  const [first] = plans;
  const texts = plans.some(
    ({ badge, description, trial }) => badge !== null || description !== null || trial,
  );
  if (plans.length < 2 && !texts) return null;
  const days = new Set(plans.map((plan) => plan.days));
  const byDays = first?.days !== null && days.size === plans.length;
  const paired = plans.length === 2 && plans[0]?.enterprise !== plans[1]?.enterprise;
  if (texts || (!byDays && !paired)) return <Cards {...props} />;
  return <Segments {...props} />;
}

/** What sets each plan apart in a word, side by side. */
function Segments({ kind, plans, value, onChange }: Choice) {
  const { t } = useTranslation("buy");
  const enterprise = plans.find((plan) => plan.sku === value)?.enterprise ?? false;
  const ownName = (plan: Product) =>
    plan.days === null
      ? t(plan.enterprise ? "enterprise" : "standard")
      : t("days", { count: plan.days });
  const help =
    enterprise && (kind === "traffic" || kind === "ip")
      ? t(`kinds.${kind}.enterpriseHelp`)
      : t(`kinds.${kind}.standardHelp`);
  return (
    <Stack gap={6}>
      <SegmentedControl
        aria-label={t("plan")}
        fullWidth
        value={value}
        onChange={onChange}
        data={plans.map((plan) => ({ value: plan.sku, label: ownName(plan) }))}
      />
      <Text fz="sm" c="dimmed">
        {help}
      </Text>
    </Stack>
  );
}

/** The plans by name, as the operator wrote them. */
function Cards({ kind, plans, value, onChange }: Choice) {
  const { t } = useTranslation("buy");
  return (
    <OfferCards
      label={t("plan")}
      value={value}
      onChange={onChange}
      offers={plans.map(({ sku, name, badge, description, tiers, trial }) => ({
        id: sku,
        name,
        badge: badge ?? (trial ? t("trial.badge") : null),
        description,
        price: trial
          ? t("trial.price")
          : t(`kinds.${kind}.unitPrice`, { price: formatUnitMicros(tiers[0]?.unitMicros ?? 0) }),
      }))}
    />
  );
}
