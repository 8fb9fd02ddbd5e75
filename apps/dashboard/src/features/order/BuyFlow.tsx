import { Anchor, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { BuyForm } from "./BuyForm.tsx";
import { type Kind, kinds, plansOf } from "./plan.ts";
import { OrderDialog } from "./OrderDialog.tsx";
import { buyPlanPath } from "./unlimited-plan-url.ts";

/** The dialog's initial values. */
export interface Start {
  kind: Kind;
  sku?: string | undefined;
  /** Units; defaults to a usual quantity. */
  quantity?: number | undefined;
  couponId?: string | undefined;
}

/**
 * Buys traffic, IPs or credits for static IPs: choose, pay, done. Each opening is one purchase.
 * With `onKind` the kind can be changed. The screen must load the `buy` translations.
 */
export function BuyFlow(props: {
  opened: boolean;
  start: Start;
  onKind?: (kind: Kind) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("buy");
  const { opened, start, onKind, onClose } = props;
  const { kind } = start;
  return (
    <OrderDialog
      opened={opened}
      title={t(`kinds.${kind}.title`)}
      plansOf={(products) => plansOf(kind, products)}
      none={t(`kinds.${kind}.nothingSold`)}
      head={(busy) => onKind && <KindChoice value={kind} disabled={busy} onChange={onKind} />}
      form={(choice) => (
        <BuyForm key={kind} start={{ ...start, ...choice.purchase.before }} {...choice} />
      )}
      onClose={onClose}
    />
  );
}

function KindChoice(props: { value: Kind; disabled: boolean; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation("buy");
  return (
    <Stack gap={6} mb="lg">
      <SegmentedControl
        aria-label={t("what")}
        fullWidth
        disabled={props.disabled}
        value={props.value}
        onChange={(value) => props.onChange(value as Kind)}
        data={kinds.map((value) => ({ value, label: t(`kinds.${value}.name`) }))}
      />
      {/* Sold by region, on screens of their own. */}
      <Group gap="xs" fz="sm">
        <Text span fz="sm" c="dimmed">
          {t("unlimited.offer")}
        </Text>
        {unlimitedKinds.map((kind) => (
          <Anchor key={kind} component={Link} to={buyPlanPath(kind, {})} fz="sm">
            {t(`unlimited.${kind}`)}
          </Anchor>
        ))}
      </Group>
    </Stack>
  );
}
