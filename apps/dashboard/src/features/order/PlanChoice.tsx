import { SegmentedControl, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { useTranslation } from "react-i18next";
import type { Kind } from "./plan.ts";

/** Standard or enterprise, or for how many days; nothing where there is one plan alone. */
export function PlanChoice(props: {
  kind: Kind;
  plans: Product[];
  value: string;
  onChange: (sku: string) => void;
}) {
  const { t } = useTranslation("buy");
  const { kind, plans } = props;
  if (plans.length < 2) return null;
  const enterprise = plans.find((plan) => plan.sku === props.value)?.enterprise ?? false;
  const paired = plans.length === 2 && plans[0]?.enterprise !== plans[1]?.enterprise;
  const ownName = (plan: Product) => {
    if (plan.days !== null) return t("days", { count: plan.days });
    return paired ? t(plan.enterprise ? "enterprise" : "standard") : plan.name;
  };
  const help =
    enterprise && (kind === "traffic" || kind === "ip")
      ? t(`kinds.${kind}.enterpriseHelp`)
      : t(`kinds.${kind}.standardHelp`);
  return (
    <Stack gap={6}>
      <SegmentedControl
        aria-label={t("plan")}
        fullWidth
        value={props.value}
        onChange={props.onChange}
        data={plans.map((plan) => ({ value: plan.sku, label: ownName(plan) }))}
      />
      <Text fz="sm" c="dimmed">
        {help}
      </Text>
    </Stack>
  );
}
