import { useTranslation } from "react-i18next";
import { UnknownOutcome } from "../payment/UnknownOutcome.tsx";
import type { OrderCommand, PlacedOrder } from "./use-order.ts";

/** The order's answer did not arrive: asks for it again. */
export function LostOrder(props: {
  order: OrderCommand;
  onOrdered: (ordered: PlacedOrder) => void;
}) {
  const { t } = useTranslation("parts");
  const { order, onOrdered } = props;
  return (
    <UnknownOutcome
      title={t("unknownOutcome.ordered")}
      busy={order.busy}
      onRetry={() => void order.again().then((placed) => placed && onOrdered(placed))}
      onForget={order.forget}
    />
  );
}
