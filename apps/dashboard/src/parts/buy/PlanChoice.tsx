import { SegmentedControl, Stack, Text } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { useTranslation } from "react-i18next";
import type { Kind } from "./plan.ts";

/** Standard or enterprise; nothing where there is one plan alone. */
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
  const ownName = (plan: Product) => t(plan.enterprise ? "enterprise" : "standard");
  return (
    <Stack gap={6}>
      <SegmentedControl
        aria-label={t("plan")}
        fullWidth
        value={props.value}
        onChange={props.onChange}
        data={plans.map((plan) => ({
          value: plan.sku,
          label: paired ? ownName(plan) : plan.name,
        }))}
      />
      <Text fz="sm" c="dimmed">
        {t(`kinds.${kind}.${enterprise ? "enterpriseHelp" : "standardHelp"}`)}
      </Text>
    </Stack>
  );
}
