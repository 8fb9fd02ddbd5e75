import { Alert, Button, Stack } from "@mantine/core";
import type { Product } from "@turnpike/contract/order.ts";
import { IconWallet } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatCents, formatNumber } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { CouponChoice, type Method, MethodChoice, PlanChoice } from "./BuyChoices.tsx";
import type { Ordered } from "./BuyDialog.tsx";
import { withinRange } from "./buy-plan.ts";
import { BuyQuantity } from "./BuyQuantity.tsx";
import { BuySummary } from "./BuySummary.tsx";
import { useOrder } from "./use-order.ts";
import { useQuote } from "./use-quote.ts";

const FIRST_QUANTITY_GB = 10;

interface FormProps {
  plans: Product[];
  onOrdered: (ordered: Ordered) => void;
}

export function BuyForm({ plans, onOrdered }: FormProps) {
  const { t } = useTranslation("traffic-use");
  const [first] = plans;
  if (!first) return <EmptyState icon={<IconWallet size={22} />} title={t("buy.nothingSold")} />;
  return <Choices plans={plans} first={first} onOrdered={onOrdered} />;
}

function Choices({ plans, first, onOrdered }: FormProps & { first: Product }) {
  const [plan, setPlan] = useState(first);
  const [quantity, setQuantity] = useState(withinRange(FIRST_QUANTITY_GB, first));
  const [couponId, setCouponId] = useState<string | null>(null);
  const [method, setMethod] = useState<Method>("wallet");
  const wallet = useCall("headerInit", {}).data?.walletCents;
  const quote = useQuote({ sku: plan.sku, quantity, couponId });
  const order = useOrder(onOrdered);
  const total = quote.data?.totalCents;
  const missing = method === "wallet" ? (total ?? 0) - (wallet ?? total ?? 0) : 0;
  const fault = order.refusal ?? quote.error;
  const choosePlan = (sku: string) => {
    const chosen = plans.find((candidate) => candidate.sku === sku) ?? first;
    setPlan(chosen);
    setQuantity(withinRange(quantity, chosen));
  };
  const buy = () =>
    order.place({ sku: plan.sku, quantity, method, ...(couponId ? { couponId } : {}) });
  return (
    <Stack gap="lg">
      <PlanChoice plans={plans} value={plan.sku} onChange={choosePlan} />
      <BuyQuantity plan={plan} value={quantity} onChange={setQuantity} />
      <CouponChoice value={couponId} onChange={setCouponId} onOrdered={onOrdered} />
      <MethodChoice value={method} onChange={setMethod} />
      <BuySummary
        plan={plan}
        quantity={quantity}
        quote={quote.isError ? undefined : quote.data}
        walletCents={method === "wallet" ? wallet : undefined}
        settling={!quote.current}
      />
      {fault && missing <= 0 && (
        <Alert color="red" role="alert">
          {fault.message}
        </Alert>
      )}
      {missing > 0 ? (
        <Recharge missingCents={missing} />
      ) : (
        <BuyButton
          method={method}
          quantity={quantity}
          totalCents={total ?? 0}
          busy={order.busy}
          ready={quote.current && !quote.isError}
          onClick={buy}
        />
      )}
    </Stack>
  );
}

function BuyButton(props: {
  method: Method;
  quantity: number;
  totalCents: number;
  busy: boolean;
  /** False while the price of what is chosen is not known. */
  ready: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation("traffic-use");
  const words = props.method === "wallet" ? "buy.confirm" : "buy.confirmOutside";
  const amounts = {
    quantity: formatNumber(props.quantity),
    total: formatCents(props.totalCents),
  };
  return (
    <Button size="md" loading={props.busy} disabled={!props.ready} onClick={props.onClick}>
      {t(words, amounts)}
    </Button>
  );
}

function Recharge(props: { missingCents: number }) {
  const { t } = useTranslation("traffic-use");
  return (
    <>
      <Alert
        color="amber"
        icon={<IconWallet aria-hidden />}
        title={t("buy.short")}
        aria-live="polite"
      >
        {t("buy.shortHelp", { missing: formatCents(props.missingCents) })}
      </Alert>
      <Button size="md" component={Link} to="/cli/home?dialog=recharge">
        {t("buy.recharge")}
      </Button>
    </>
  );
}
