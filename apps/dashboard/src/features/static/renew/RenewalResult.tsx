import { Badge, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDate, formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import type { CallResult } from "../../../lib/call.ts";
import { Bought, BoughtLines } from "../../purchase/Bought.tsx";
import classes from "../../purchase/purchase.module.css";
import { useHowPaid } from "../take/TakeResult.tsx";

/** The result of a renewal: the new expiry, and how it was paid. */
export function RenewalResult(props: {
  renewed: CallResult<"renewalStaticMany">;
  onClose: () => void;
}) {
  const { items, renewed: count } = props.renewed;
  const ends = items
    .map(({ id, host, expiresAt }) => ({ id, host, until: expiresAt }))
    .sort((one, other) => Date.parse(one.until) - Date.parse(other.until));
  return (
    <ExpiryList title={useRenewedTitle(count, ends)} ends={ends} onClose={props.onClose}>
      {useHowPaid()(props.renewed)}
    </ExpiryList>
  );
}

export interface Expiry {
  id: string;
  host: string;
  until: string;
}

/** "3 IPs renewed until …", with the expiry if it is the same for all. */
export function useRenewedTitle(count: number, ends: readonly Expiry[]): string {
  const { t } = useTranslation("static-take");
  const [first] = ends;
  const words = { count, number: formatNumber(count) };
  const one = first && ends.every(({ until }) => until === first.until);
  return one
    ? t("renewed.until", { ...words, at: formatDateTime(first.until) })
    : t("renewed.done", words);
}

/** The result with the new expiry of each IP. */
export function ExpiryList(props: {
  title: string;
  ends: readonly Expiry[];
  children: ReactNode;
  notes?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation("static-take");
  return (
    <Bought
      title={props.title}
      text={props.children}
      close={{ label: t("taken.close") }}
      onClose={props.onClose}
    >
      {props.notes}
      {props.ends.length > 1 && (
        <BoughtLines
          label={t("renewed.list")}
          rows={props.ends}
          shown={(numbers) => t("renew.shown", numbers)}
          show={({ host, until }) => (
            <ExpiryLine host={host} text={t("renewed.to", { to: formatDate(until) })} />
          )}
        />
      )}
    </Bought>
  );
}

/** An address with its expiry. */
export function ExpiryLine(props: { host: string; text: string; note?: string | undefined }) {
  return (
    <>
      <Group gap={8}>
        <span className={classes.line}>{props.host}</span>
        {props.note && <Badge color="gray">{props.note}</Badge>}
      </Group>
      <Text span fz="sm" c="dimmed" className="numeric">
        {props.text}
      </Text>
    </>
  );
}
