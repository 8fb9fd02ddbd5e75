import { Button } from "@mantine/core";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { Bought } from "../purchase/Bought.tsx";
import { plansPath } from "./unlimited-plan-url.ts";
import type { Order } from "../payment/order-text.ts";
import { soldHere } from "./plan.ts";

/** What was bought, and what to do next. `name` is given for products sold elsewhere. */
export function PurchaseResult(props: {
  order: Pick<Order, "kind" | "days" | "quantity">;
  name?: string;
  notes?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation("buy");
  const { order } = props;
  const kind = soldHere(order.kind);
  const plan = order.kind === "port" || order.kind === "bandwidth" ? order.kind : null;
  const elsewhere = plan ? "unlimited" : "gift";
  const words = { count: order.quantity, quantity: formatNumber(order.quantity) };
  const direct = kind === "traffic" || plan !== null;
  return (
    <Bought
      title={kind ? t(`kinds.${kind}.done`, words) : t(`${elsewhere}.done`)}
      text={
        <>
          {kind
            ? t(`kinds.${kind}.doneHelp`)
            : t(`${elsewhere}.doneHelp`, { gift: props.name, name: props.name })}
          {kind === "ip" && <IpsNow />}
        </>
      }
      actions={
        <>
          {kind === "traffic" && <ToTraffic />}
          {kind === "ip" && <ToKeys />}
          {plan && <ToPlans kind={plan} />}
          {(kind === "static" || kind === "short") && <ToIps kind={kind} days={order.days} />}
        </>
      }
      close={{ lesser: true, focus: !direct }}
      onClose={props.onClose}
    >
      {props.notes}
    </Bought>
  );
}

function IpsNow() {
  const { t } = useTranslation("buy");
  const { data, isFetching } = useCall("indexInit", {});
  if (!data || isFetching) return null;
  return <> {t("kinds.ip.now", { amount: formatNumber(data.ipBalance) })}</>;
}

/** A link to the endpoints, or to creating the first sub-account. */
function ToTraffic() {
  const { t } = useTranslation("buy");
  const link = useFirstFocus<HTMLAnchorElement>();
  const first = useCall("availableSubUsers", {}).data?.items.length === 0;
  return (
    <Button
      ref={link}
      component={Link}
      to={first ? "/cli/traffic-use?dialog=create" : "/cli/traffic-use?tab=endpoints"}
    >
      {t(first ? "createAccount" : "use")}
    </Button>
  );
}

/** A link to the list of the plans bought or renewed. */
function ToPlans({ kind }: { kind: UnlimitedKind }) {
  const { t } = useTranslation("buy");
  const link = useFirstFocus<HTMLAnchorElement>();
  return (
    <Button ref={link} component={Link} to={plansPath(kind)}>
      {t("unlimited.toPlans")}
    </Button>
  );
}

/** A link to where the credits become IPs, with the purchased period selected. */
function ToIps({ kind, days }: { kind: "static" | "short"; days: number | null }) {
  const { t } = useTranslation("buy");
  const screen = kind === "static" ? "/cli/static-proxies" : "/cli/static-short-proxies";
  return (
    <Button component={Link} to={`${screen}?take=1&days=${days ?? ""}`}>
      {t("takeIps")}
    </Button>
  );
}

/** A link to the CDKeys, for accounts that may make them. */
function ToKeys() {
  const { t } = useTranslation("buy");
  const { data } = useCall("member", {});
  if (!data?.enterprise.ip) return null;
  return (
    <Button component={Link} to="/cli/cdkey">
      {t("makeKeys")}
    </Button>
  );
}
