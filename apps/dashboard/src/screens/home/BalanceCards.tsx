import { Anchor, Button } from "@mantine/core";
import { IconDatabase, IconMapPin, IconPlus, IconServer2, IconWallet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answered } from "../../lib/call.ts";
import { formatCents, formatNumber, formatPercent } from "../../lib/format.ts";
import { gbText } from "../../ui/Bytes.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import classes from "./home.module.css";
import { formatRoundCents } from "../../lib/whole-dollars.ts";

type Index = Answered<"indexInit">;
const staticDays = [7, 30, 90] as const;

/** What the account owns. `index` undefined: on its way. */
export function BalanceCards(props: { index: Index | undefined; onTopUp: () => void }) {
  const { t } = useTranslation("home");
  const { index } = props;
  return (
    <div className={classes.balances}>
      <StatCard
        label={t("cards.wallet")}
        icon={<IconWallet size={16} />}
        value={index && formatCents(index.walletCents)}
        hint={<WalletHint index={index} />}
        action={
          <Button mt={8} leftSection={<IconPlus size={17} aria-hidden />} onClick={props.onTopUp}>
            {t("cards.topUp")}
          </Button>
        }
      />
      <StatCard
        label={t("cards.traffic")}
        icon={<IconDatabase size={16} />}
        value={index && gbText(index.trafficBytes)}
        hint={t("cards.trafficHint")}
        action={
          <Anchor component={Link} to="/cli/traffic-use?dialog=buy" fz="sm" fw={550}>
            {t("steps.buy.link")}
          </Anchor>
        }
      />
      <StatCard
        label={t("cards.ips")}
        icon={<IconMapPin size={16} />}
        value={index && formatNumber(index.ipBalance)}
        hint={t("cards.ipsHint")}
        action={
          <Anchor component={Link} to="/cli/home?buy=ip" preventScrollReset fz="sm" fw={550}>
            {t("cards.buyIps")}
          </Anchor>
        }
      />
      <StatCard
        label={t("cards.static")}
        icon={<IconServer2 size={16} />}
        value={index && formatNumber(staticSum(index))}
        hint={<StaticHint index={index} />}
      />
    </div>
  );
}

/** Lines break between such texts, not within them. */
const unbroken = (text: string) => text.replaceAll(" ", "\u00a0");

const staticSum = ({ staticCredits }: Index) =>
  staticDays.reduce((sum, days) => sum + staticCredits[days], 0);

/** What is owed comes before what could be won. */
function WalletHint(props: { index: Index | undefined }) {
  const { t } = useTranslation("home");
  const owedCents = props.index?.walletDebtCents ?? 0;
  if (owedCents > 0) return t("cards.owed", { amount: formatCents(owedCents) });
  return <BonusHint {...props} />;
}

function BonusHint(props: { index: Index | undefined }) {
  const { t } = useTranslation("home");
  const tiers = props.index?.bonusTiers ?? [];
  if (tiers.length === 0) return null;
  return tiers
    .map(({ fromCents, percent }) =>
      t("cards.bonusFrom", { from: formatRoundCents(fromCents), percent: formatPercent(percent) }),
    )
    .map(unbroken)
    .join(" · ");
}

function StaticHint(props: { index: Index | undefined }) {
  const { t } = useTranslation("home");
  const { index } = props;
  if (!index) return t("cards.staticHint");
  return staticDays
    .map((days) =>
      t("cards.staticDays", { count: days, credits: formatNumber(index.staticCredits[days]) }),
    )
    .map(unbroken)
    .join(" · ");
}
