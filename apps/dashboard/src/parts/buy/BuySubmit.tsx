import { Alert, Button } from "@mantine/core";
import { IconExternalLink, IconWallet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatCents, formatNumber } from "../../lib/format.ts";
import type { Kind } from "./plan.ts";
import type { Choices } from "./use-choices.ts";

/** The least that a recharge takes (contract §3). */
const RECHARGE_MIN_CENTS = 500;

/** Buys, asks for a quantity that can be bought, or leads to a recharge. */
export function BuySubmit(props: {
  kind: Kind;
  choices: Choices;
  busy: boolean;
  /** There is no quantity that can be bought. */
  onMissing: () => void;
  onClick: () => void;
}) {
  const { t } = useTranslation("buy");
  const { quantity, missingCents, method, priced, ready } = props.choices;
  if (missingCents > 0) return <Recharge missingCents={missingCents} />;
  if (quantity === null) {
    return (
      <Button size="md" onClick={props.onMissing}>
        {t("submit")}
      </Button>
    );
  }
  const total = priced?.totalCents ?? 0;
  const outside = method !== "wallet" && total > 0;
  const amounts = { quantity: formatNumber(quantity), total: formatCents(total) };
  return (
    <Button
      size="md"
      loading={props.busy}
      disabled={!ready}
      onClick={props.onClick}
      rightSection={outside && <IconExternalLink size={17} aria-hidden />}
    >
      {outside ? t("submitOutside", amounts) : t(`kinds.${props.kind}.confirm`, amounts)}
    </Button>
  );
}

function Recharge(props: { missingCents: number }) {
  const { t } = useTranslation("buy");
  const cents = Math.max(RECHARGE_MIN_CENTS, props.missingCents);
  return (
    <>
      <Alert color="amber" icon={<IconWallet aria-hidden />} title={t("short")} aria-live="polite">
        {t("shortHelp", { missing: formatCents(props.missingCents) })}
      </Alert>
      <Button size="md" component={Link} to={`/cli/home?recharge=1&cents=${cents}`}>
        {t("recharge")}
      </Button>
    </>
  );
}
