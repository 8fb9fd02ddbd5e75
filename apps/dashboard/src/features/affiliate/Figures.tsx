import { Button, Text } from "@mantine/core";
import { IconArrowUpRight } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { formatRoundCents } from "@turnpike/ui/lib/written-money.ts";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import classes from "./affiliate.module.css";
import type { ShareInfo } from "./share-info.ts";

/** What the programme earned (spec/affiliate#calls). `info` is undefined while loading. */
export function Figures(props: { info: ShareInfo | undefined; onWithdraw: () => void }) {
  const { t } = useTranslation("promotion-plan");
  const { info } = props;
  const money = (cents: number | undefined) =>
    cents === undefined ? undefined : formatCents(cents);
  return (
    <section className={classes.figures} aria-label={t("figures.title")}>
      <StatCard
        label={t("figures.withdrawable")}
        value={money(info?.withdrawableCents)}
        hint={info && <WithdrawHint info={info} />}
        action={
          <Button
            data-needs="money"
            mt={8}
            variant="light"
            leftSection={<IconArrowUpRight size={17} aria-hidden />}
            disabled={!info || info.withdrawableCents <= 0}
            onClick={props.onWithdraw}
          >
            {t("figures.withdraw")}
          </Button>
        }
      />
      <StatCard
        label={t("figures.frozen")}
        value={money(info?.frozenCents)}
        hint={info && t("figures.frozenHint", { count: info.freezeDays })}
      />
      <StatCard
        label={t("figures.pending")}
        value={money(info?.pendingCents)}
        hint={t("figures.pendingHint")}
      />
      <StatCard
        label={t("figures.cashedOut")}
        value={money(info?.cashedOutCents)}
        hint={t("figures.cashedOutHint")}
      />
      <StatCard
        label={t("figures.invitations")}
        value={info && formatNumber(info.invitations)}
        hint={t("figures.invitationsHint")}
      />
      <StatCard
        label={t("figures.transactions")}
        value={money(info?.transactionCents)}
        hint={t("figures.transactionsHint")}
      />
    </section>
  );
}

function WithdrawHint({ info }: { info: ShareInfo }) {
  const { t } = useTranslation("promotion-plan");
  if (info.withdrawableCents < 0) {
    return (
      <Text fz="xs" c="var(--mantine-color-error)">
        {t("figures.negative")}
      </Text>
    );
  }
  if (info.withdrawableCents === 0) return t("figures.nothing");
  return t("figures.noMinimum", { min: formatRoundCents(info.cryptoMinCents) });
}
