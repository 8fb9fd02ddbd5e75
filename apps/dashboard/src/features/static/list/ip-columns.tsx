import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import type { Column } from "@turnpike/ui/DataTable.tsx";
import { SecretText } from "@turnpike/ui/SecretText.tsx";
import { usePlaceText } from "../../place/use-place-text.ts";
import { AutoRenew } from "../AutoRenew.tsx";
import { IpStatus } from "../IpStatus.tsx";
import classes from "../static.module.css";
import { addressOf, type StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

/**
 * What the table shows of a static IP (spec/static#static-ip). A column that sorts has the API's
 * name.
 */
export function useColumns(term: Term, nowMs: number): Column<StaticIp>[] {
  const { t } = useTranslation("static");
  const renews: Column<StaticIp> = {
    key: "autoRenew",
    extra: "narrow",
    title: t("columns.autoRenew"),
    render: (row) => <AutoRenew row={row} />,
  };
  return [
    { key: "ip", title: t("columns.address"), sortable: true, render: Address },
    { key: "country", title: t("columns.place"), sortable: true, render: Place },
    { key: "login", title: t("columns.login"), render: Login },
    {
      key: "expiresAt",
      title: t("columns.status"),
      sortable: true,
      render: (row) => <IpStatus term={term} row={row} nowMs={nowMs} />,
    },
    ...(term === "static" ? [renews] : []),
    { key: "whitelist", extra: true, title: t("columns.whitelist"), render: Whitelisted },
    {
      key: "remark",
      extra: true,
      sortable: true,
      wrap: true,
      title: t("columns.remark"),
      render: Remark,
    },
  ];
}

function Address(row: StaticIp) {
  const { t } = useTranslation("static");
  const address = addressOf(row);
  const others = row.ports.filter((port) => port !== row.port).join(", ");
  return (
    <div className={classes.two}>
      <span className={classes.copied}>
        <span className={classes.mono}>{address}</span>
        <CopyButton value={address} label={t("row.copyAddress", { address })} />
      </span>
      {others && <span className={classes.second}>{t("row.alsoAt", { ports: others })}</span>}
    </div>
  );
}

/** Country and city, and whose network it is. */
function Place(row: StaticIp) {
  const place = usePlaceText()(row);
  const network = [row.isp, `AS${row.asn}`].filter(Boolean).join(" · ");
  return (
    <div className={`${classes.two} ${classes.place}`}>
      <span title={place}>{place}</span>
      <span className={classes.second} title={network}>
        {network}
      </span>
    </div>
  );
}

function Login({ host, account, password }: StaticIp) {
  const { t } = useTranslation("static");
  return (
    <div className={classes.login}>
      <span className={classes.copied}>
        <span className={classes.mono}>{account}</span>
        <CopyButton value={account} label={t("row.copyAccount", { host })} />
      </span>
      <SecretText
        value={password}
        showLabel={t("row.showPassword", { host })}
        hideLabel={t("row.hidePassword", { host })}
        copyLabel={t("row.copyPassword", { host })}
      />
    </div>
  );
}

function Whitelisted({ whitelist }: StaticIp) {
  const { t } = useTranslation("static");
  if (whitelist.length === 0) return "–";
  return (
    <span title={whitelist.join("\n")}>{t("row.whitelist", { count: whitelist.length })}</span>
  );
}

function Remark({ remark }: StaticIp) {
  return (
    <Text fz="sm" maw={200} lineClamp={2} title={remark} span>
      {remark || "–"}
    </Text>
  );
}
