import { useTranslation } from "react-i18next";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { Bytes } from "@turnpike/ui/Bytes.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Flag } from "@turnpike/ui/Flag.tsx";
import { formatAgo, formatMs } from "@turnpike/ui/lib/format.ts";
import { SecretText } from "@turnpike/ui/SecretText.tsx";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import classes from "./proxy-table.module.css";

/** `host:port` with a copy button. */
export function AddressCell(props: { address: string; copyLabel: string }) {
  return (
    <span className={classes.copied}>
      <span className={classes.mono}>{props.address}</span>
      <CopyButton value={props.address} label={props.copyLabel} />
    </span>
  );
}

/** An address with its country's flag, as the head of a card. */
export function AddressHead(props: { country: string; address: string }) {
  return (
    <>
      <Flag country={props.country} />
      <span className={classes.mono}>{props.address}</span>
    </>
  );
}

/** An exit's place with a flag, and below it in grey its network. */
export function PlaceCell(props: { country: string; place: string; network?: string }) {
  const { country, place, network } = props;
  return (
    <span className={classes.one}>
      <Flag country={country} />
      <span className={classes.two}>
        <span title={place}>{place}</span>
        {network && (
          <span className={classes.second} title={network}>
            {network}
          </span>
        )}
      </span>
    </span>
  );
}

/** User name and password side by side, each with its buttons. */
export function LoginCell(props: {
  account: string;
  password: string;
  labels: { copyAccount: string; show: string; hide: string; copyPassword: string };
}) {
  const { account, password, labels } = props;
  return (
    <span className={classes.one}>
      <span className={classes.copied}>
        <span className={classes.mono}>{account}</span>
        <CopyButton value={account} label={labels.copyAccount} />
      </span>
      <SecretText
        value={password}
        showLabel={labels.show}
        hideLabel={labels.hide}
        copyLabel={labels.copyPassword}
      />
    </span>
  );
}

/** Today's traffic. */
export function useTodayColumn<Row extends { dayUsedBytes: number }>(): ListColumn<Row> {
  const { t } = useTranslation("parts");
  return {
    key: "today",
    extra: true,
    title: t("rows.today"),
    align: "right",
    show: ({ dayUsedBytes }) => <Bytes unit="mb" bytes={dayUsedBytes} />,
  };
}

/** "Connects in 42 ms, measured 3 minutes ago", by the server's clock. */
export function useMeasuredHint(): (exit: {
  latencyMs: number | null;
  measuredAt: string | null;
}) => string {
  const { t } = useTranslation("parts");
  const now = useNow();
  return ({ latencyMs, measuredAt }) =>
    latencyMs === null || measuredAt === null
      ? t("rows.unmeasured")
      : t("rows.measured", { latency: formatMs(latencyMs), ago: formatAgo(measuredAt, now) });
}
