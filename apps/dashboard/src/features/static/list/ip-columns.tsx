import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Cell } from "@turnpike/ui/Cell.tsx";
import type { CardLines } from "@turnpike/ui/DataTable.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { usePlaceText } from "../../place/use-place-text.ts";
import {
  AddressCell,
  AddressHead,
  LoginCell,
  PlaceCell,
  useTodayColumn,
} from "../../proxy-table/cells.tsx";
import { AutoRenew } from "../AutoRenew.tsx";
import { IpStatus, IpTime, StatusOf } from "../IpStatus.tsx";
import classes from "../static.module.css";
import { addressOf, type StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

/**
 * The columns of the table of static IPs (spec/static#static-ip). A sortable column's key is the
 * API's name.
 */
export function useColumns(term: Term, nowMs: number): ListColumn<StaticIp>[] {
  const { t } = useTranslation("static");
  const renews: ListColumn<StaticIp> = {
    key: "autoRenew",
    extra: "narrow",
    title: t("columns.autoRenew"),
    show: (row) => <AutoRenew row={row} />,
  };
  return [
    { key: "ip", title: t("columns.address"), show: Address },
    { key: "country", title: t("columns.place"), show: Place },
    {
      key: "expiresAt",
      title: t("columns.status"),
      show: (row) => <IpStatus term={term} row={row} nowMs={nowMs} />,
    },
    { key: "login", extra: "narrow", title: t("columns.login"), show: Login },
    useTodayColumn<StaticIp>(),
    ...(term === "static" ? [renews] : []),
    { key: "whitelist", extra: "chosen", title: t("columns.whitelist"), show: Whitelisted },
    {
      key: "remark",
      extra: "chosen",
      wrap: true,
      title: t("columns.remark"),
      show: Remark,
    },
  ];
}

/** The row as a card on phones. */
export function useCard(term: Term, nowMs: number): (row: StaticIp) => CardLines {
  const placeText = usePlaceText();
  return (row) => ({
    head: <AddressHead country={row.country} address={addressOf(row)} />,
    line: [
      <Cell key="status" render={(one) => <StatusOf term={term} row={one} />} row={row} />,
      <Cell key="time" render={(one) => <IpTime row={one} nowMs={nowMs} />} row={row} />,
      placeText(row),
    ],
  });
}

function Address(row: StaticIp) {
  const { t } = useTranslation("static");
  const address = addressOf(row);
  const others = row.ports.filter((port) => port !== row.port).join(", ");
  return (
    <div className={classes.two}>
      <AddressCell address={address} copyLabel={t("row.copyAddress", { address })} />
      <Below row={row} others={others} />
    </div>
  );
}

/** The address that targets see if it is another one; the remark, without one the other ports. */
function Below({ row, others }: { row: StaticIp; others: string }) {
  const { t } = useTranslation("static");
  const { remark, host, exitIp } = row;
  const also = others && t("row.alsoAt", { ports: others });
  const seen = exitIp === host ? "" : exitIp;
  const text = [seen, remark || also].filter(Boolean).join(" · ");
  if (!text) return null;
  return (
    <span className={classes.second} title={[seen, remark, also].filter(Boolean).join(" · ")}>
      {text}
    </span>
  );
}

/** Country and city, and the network. */
function Place(row: StaticIp) {
  const place = usePlaceText()(row);
  const network = [row.isp, `AS${row.asn}`].filter(Boolean).join(" · ");
  return <PlaceCell country={row.country} place={place} network={network} />;
}

function Login({ exitIp: host, account, password }: StaticIp) {
  const { t } = useTranslation("static");
  return (
    <LoginCell
      account={account}
      password={password}
      labels={{
        copyAccount: t("row.copyAccount", { host }),
        show: t("row.showPassword", { host }),
        hide: t("row.hidePassword", { host }),
        copyPassword: t("row.copyPassword", { host }),
      }}
    />
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
    <Text fz="sm" maw={200} lineClamp={1} title={remark} span>
      {remark || "–"}
    </Text>
  );
}
