import { useCall } from "../../lib/queries.ts";
import { useNavigate } from "react-router";
import { useLastValue } from "../../lib/use-last-value.ts";
import { BuyDialog } from "../order/BuyDialog.tsx";
import { kindOf } from "../order/plan.ts";
import type { Payment } from "../payment/payment-state.ts";
import { buyPlanPath, plansPath } from "../order/unlimited-plan-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { PaymentDialog } from "../wallet/PaymentDialog.tsx";
import { RechargeDialog } from "../wallet/RechargeDialog.tsx";

const closed = {
  recharge: "",
  dialog: "",
  cents: "",
  buy: "",
  quantity: "",
  coupon: "",
  payment: "",
  cancelled: "",
};
const names = Object.keys(closed) as (keyof typeof closed)[];

/** The recharge, purchase or payment dialog that the URL opens. */
export function HomeDialogs() {
  const [url, setUrl] = useUrlText(names);
  const shop = useCall("priceList", {}, { staleMs: 60_000, enabled: url.buy !== "" });
  const kind = kindOf(url.buy, shop.data?.products);
  const lastKind = useLastValue(kind) ?? "traffic";
  const close = () => setUrl(closed);
  const navigate = useNavigate();
  const again = ({ order }: Payment) => {
    if (order && (order.kind === "port" || order.kind === "bandwidth")) {
      const { kind, region, days, quantity } = order;
      const start = { region: region ?? "", days: days ?? undefined, quantity };
      // The plan to renew is chosen in the list.
      return void navigate(order.renewal ? plansPath(kind) : buyPlanPath(kind, start));
    }
    return setUrl(
      order
        ? { ...closed, buy: order.sku, quantity: String(order.quantity) }
        : { ...closed, recharge: "1" },
    );
  };
  return (
    <>
      <RechargeDialog
        opened={url.recharge === "1" || url.dialog === "recharge"}
        cents={wholeOf(url.cents)}
        onClose={close}
      />
      <BuyDialog
        opened={kind !== null}
        start={{
          kind: lastKind,
          sku: url.buy,
          quantity: wholeOf(url.quantity),
          couponId: url.coupon,
        }}
        onKind={(next) => setUrl({ buy: next, quantity: "" })}
        onClose={close}
      />
      <PaymentDialog
        paymentId={url.payment}
        cancelled={url.cancelled === "1"}
        onAgain={again}
        onClose={close}
      />
    </>
  );
}

/** A number from the URL; undefined if it is not one. */
function wholeOf(text: string): number | undefined {
  return /^\d{1,8}$/.test(text) ? Number(text) : undefined;
}
