import { Alert, Text } from "@mantine/core";
import { IconClockOff } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatDate, formatNumber } from "@turnpike/ui/lib/format.ts";
import { BoughtLines } from "../../purchase/Bought.tsx";
import { ExpiryLine } from "./RenewalResult.tsx";
import type { StaticIp } from "../static-ip.ts";
import type { Quote } from "./use-renewal-quote.ts";

/** Of the IPs that are left out, at most this many are named; the rest is counted. */
const NAMED = 5;

/** The current and the new expiry of each IP; which ones are left out, and why. */
export function RenewRows(props: {
  rows: readonly StaticIp[];
  quote: Quote | null;
  late: ReadonlySet<string>;
}) {
  const { t } = useTranslation("static-take");
  const { rows, quote, late: tooLate } = props;
  const leftOut = rows.filter(({ id }) => tooLate.has(id));
  const expired = new Set(rows.filter((row) => row.expired).map(({ id }) => id));
  return (
    <>
      {leftOut.length > 0 && <LeftOut rows={leftOut} all={quote === null} />}
      {quote && (
        <BoughtLines
          label={t("renew.list")}
          rows={quote.items}
          shown={(numbers) => t("renew.shown", numbers)}
          show={({ id, host, expiresAt, renewedUntil }) => (
            <ExpiryLine
              host={host}
              text={t("renew.fromTo", {
                from: formatDate(expiresAt),
                to: formatDate(renewedUntil),
              })}
              note={expired.has(id) ? t("renew.expired") : undefined}
            />
          )}
        />
      )}
      {quote?.items.some(({ id }) => expired.has(id)) && (
        <Text fz="sm" c="dimmed">
          {t("renew.expiredHelp")}
        </Text>
      )}
    </>
  );
}

function LeftOut({ rows, all }: { rows: readonly StaticIp[]; all: boolean }) {
  const { t } = useTranslation("static-take");
  const count = rows.length;
  const hosts = rows.slice(0, NAMED).map(({ host }) => host);
  const more = count - hosts.length;
  const named = hosts.join(", ") + (more > 0 ? ` ${t("renew.more", { count: more })}` : "");
  return (
    <Alert
      color="amber"
      role={all ? "alert" : "status"}
      icon={<IconClockOff aria-hidden />}
      title={all ? t("renew.allLate") : t("renew.late", { count, number: formatNumber(count) })}
    >
      {t("renew.lateHelp", { hosts: named })}
    </Alert>
  );
}
