import { Alert, Button } from "@mantine/core";
import { IconMapPin, IconPlugConnected, IconPlus } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { WhitelistPanel } from "../whitelist/WhitelistPanel.tsx";
import classes from "./pool.module.css";
import { historyCalls, type IpAuth, REFRESH_MS } from "./pool-ip.ts";
import { PairPanel } from "./PairPanel.tsx";

/** The balance, the open IPs, and the access: user name and password, or the whitelist. */
export function PoolFigures(props: { auth: IpAuth; onBuy: () => void }) {
  const { t } = useTranslation("pool");
  const { auth, onBuy } = props;
  const balance = useCall("member", {}).data?.ipBalance;
  const open = useOpenCount(auth);
  const price = useIpPrice();
  return (
    <>
      {balance === 0 && (
        <Alert
          color="amber"
          icon={<IconMapPin aria-hidden />}
          title={t("open.noBalance")}
          role="status"
        >
          {t("figures.none")}
        </Alert>
      )}
      <div className={classes.figures}>
        <StatCard
          label={t("figures.balance")}
          icon={<IconMapPin size={16} />}
          value={balance === undefined ? undefined : formatNumber(balance)}
          hint={price ? t("figures.price", { price }) : t("figures.oneEach")}
          action={
            <Button
              data-needs="buy"
              mt={6}
              size="xs"
              variant={balance === 0 ? "filled" : "light"}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={onBuy}
            >
              {t("buy")}
            </Button>
          }
        />
        <StatCard
          label={t("figures.open")}
          icon={<IconPlugConnected size={16} />}
          value={open === undefined ? undefined : formatNumber(open)}
          hint={t("figures.openHint")}
        />
        {auth === "user" ? <PairPanel /> : <AllowedClients />}
      </div>
    </>
  );
}

/** The number of open IPs. */
export function useOpenCount(auth: IpAuth): number | undefined {
  const parameters = { page: 1, limit: 1, status: "active" } as const;
  return useCall(historyCalls[auth], parameters, { everyMs: REFRESH_MS }).data?.total;
}

/** The price of one IP at the lowest quantity; undefined while unknown. */
export function useIpPrice(): string | undefined {
  const products = useCall("priceList", {}, { staleMs: 60_000 }).data?.products;
  const plan = products?.find(({ kind, enterprise }) => kind === "ip" && !enterprise);
  const tier = plan?.tiers[0];
  return tier && formatUnitMicros(tier.unitMicros);
}

/** The whitelist, which needs no password for any opened IP, and this browser's address. */
function AllowedClients() {
  const { t } = useTranslation("pool");
  return (
    <WhitelistPanel
      title={t("white.title")}
      help={t("white.help")}
      empty={`${t("white.empty")} ${t("white.emptyHelp")}`}
    />
  );
}
