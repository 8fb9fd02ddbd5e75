import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatBytes, formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import classes from "./account.module.css";

type Losses = CallResult<"cancelInfo">;

/** Lists what closing the account destroys, in figures. */
export function CloseAccountLosses({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation("setting");
  const info = useCall("cancelInfo", {}, { staleMs: 0 });
  return (
    <Loaded of={info} lines={6} height={18}>
      {(losses) => (
        <DialogForm danger submit={t("close.understood")} onSubmit={onNext}>
          <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t("close.forever")}>
            {t("close.foreverHelp")}
          </Alert>
          <LossList losses={losses} />
        </DialogForm>
      )}
    </Loaded>
  );
}

/** Sums credits by days, such as `{ 7: 2, 30: 0 }`. */
const sum = (credits: Record<string, number>) =>
  Object.values(credits).reduce((all, one) => all + one, 0);

const figures: [name: keyof Losses, figure: (losses: Losses) => number, money?: boolean][] = [
  ["walletCents", (losses) => losses.walletCents, true],
  ["profitCents", (losses) => losses.profitCents, true],
  ["trafficBytes", (losses) => losses.trafficBytes],
  ["ipBalance", (losses) => losses.ipBalance],
  ["staticCredits", (losses) => sum(losses.staticCredits)],
  ["shortCredits", (losses) => sum(losses.shortCredits)],
  ["staticIps", (losses) => losses.staticIps],
  ["unlimitedPlans", (losses) => losses.unlimitedPlans],
  ["subAccounts", (losses) => losses.subAccounts],
  ["whitelistEntries", (losses) => losses.whitelistEntries],
  ["coupons", (losses) => losses.coupons],
  ["linkedLogins", (losses) => losses.linkedLogins],
  ["pendingPayments", (losses) => losses.pendingPayments],
  ["sessions", (losses) => losses.sessions],
];

function LossList({ losses }: { losses: Losses }) {
  const { t } = useTranslation("setting");
  const money = losses.walletCents + losses.profitCents;
  return (
    <>
      <dl className={classes.losses}>
        {figures.map(([name, figure, isMoney]) => {
          const value = figure(losses);
          const text = isMoney ? formatCents(value) : formatNumber(value);
          return (
            <div key={name} className={classes.loss} data-none={value === 0 || undefined}>
              <dt>{t(`close.losses.${name}`)}</dt>
              <dd>{name === "trafficBytes" ? formatBytes(value) : text}</dd>
            </div>
          );
        })}
      </dl>
      {money > 0 && <Text fw={550}>{t("close.moneyLost", { amount: formatCents(money) })}</Text>}
    </>
  );
}
