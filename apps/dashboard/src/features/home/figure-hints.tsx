/** The hints below the figures on the home page. */
import { Anchor, Text } from "@mantine/core";
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { formatCents, formatNumber, formatPercent } from "@turnpike/ui/lib/format.ts";
import { formatRoundCents } from "@turnpike/ui/lib/written-money.ts";

type Index = CallResult<"indexInit">;
const staticDays = [7, 30, 90] as const;

/** Allows line breaks between such texts only, not within them. */
const unbroken = (text: string) => text.replaceAll(" ", "\u00a0");

/** The sum of the credits of all periods. */
export const staticSum = ({ staticCredits }: Index) =>
  staticDays.reduce((sum, days) => sum + staticCredits[days], 0);

/** What upcoming renewals will take, and a link to top up the shortfall. */
export function WalletForecast(props: { wallet: CallResult<"forecast">["wallet"] | undefined }) {
  const { t } = useTranslation("home");
  const { renewals = 0, renewalsCents = 0, missingCents = 0 } = props.wallet ?? {};
  if (renewals === 0) return null;
  const cents = Math.max(rechargeCents.least, missingCents);
  const words = {
    count: renewals,
    renewals: formatNumber(renewals),
    amount: formatCents(renewalsCents),
  };
  return (
    <>
      <Text c="dimmed" fz="sm">
        {t(renewalsCents > 0 ? "ahead.renewals" : "ahead.renewalsByCredit", words)}
      </Text>
      {missingCents > 0 && (
        <Anchor
          component={Link}
          to={`/cli/home?recharge=1&cents=${cents}`}
          preventScrollReset
          fz="sm"
          fw={550}
        >
          {t("ahead.missing", { amount: formatCents(missingCents) })}
        </Anchor>
      )}
    </>
  );
}

/** A debt takes precedence over the bonus for a top-up. */
export function BonusHint(props: { index: Index | undefined }) {
  const { t } = useTranslation("home");
  const owedCents = props.index?.walletDebtCents ?? 0;
  const tiers = props.index?.bonusTiers ?? [];
  const text =
    owedCents > 0
      ? t("cards.owed", { amount: formatCents(owedCents) })
      : tiers
          .map(({ fromCents, percent }) =>
            t("cards.bonusFrom", {
              from: formatRoundCents(fromCents),
              percent: formatPercent(percent),
            }),
          )
          .map(unbroken)
          .join(" · ");
  return (
    <Text c="dimmed" fz="xs">
      {text || "\u00a0"}
    </Text>
  );
}

/** The credits of each period. */
export function StaticHint(props: { index: Index | undefined }) {
  const { t } = useTranslation("home");
  const { index } = props;
  const text = index
    ? staticDays
        .map((days) =>
          t("cards.staticDays", { count: days, credits: formatNumber(index.staticCredits[days]) }),
        )
        .map(unbroken)
        .join(" · ")
    : t("cards.staticHint");
  return (
    <Text c="dimmed" fz="sm">
      {text}
    </Text>
  );
}
