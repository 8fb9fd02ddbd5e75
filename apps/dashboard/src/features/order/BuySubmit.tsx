import { Button } from "@mantine/core";
import { IconExternalLink } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { TopUp } from "../payment/TopUp.tsx";
import type { Kind } from "./plan.ts";
import type { Choices } from "./use-choices.ts";

/** Buys, or asks for a valid quantity, or links to a recharge if the balance is too low. */
export function BuySubmit(props: { kind: Kind; choices: Choices; busy: boolean }) {
  const { t } = useTranslation("buy");
  const { quantity, missingCents, method, priced, ready } = props.choices;
  if (missingCents > 0) return <TopUp missingCents={missingCents} />;
  if (quantity === null) {
    return (
      <Button type="submit" size="md">
        {t("submit")}
      </Button>
    );
  }
  const total = priced?.totalCents ?? 0;
  const outside = method !== "wallet" && total > 0;
  const amounts = {
    count: quantity,
    quantity: formatNumber(quantity),
    total: formatCents(total),
  };
  return (
    <Button
      type="submit"
      size="md"
      loading={props.busy}
      disabled={!ready}
      rightSection={outside && <IconExternalLink size={17} aria-hidden />}
    >
      {outside ? t("submitOutside", amounts) : t(`kinds.${props.kind}.confirm`, amounts)}
    </Button>
  );
}
