import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconCircleCheck } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCents, formatDate, formatDateTime, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { EndLines } from "../take/EndLines.tsx";
import type { RenewedAnswer } from "./RenewDialog.tsx";

/** The result of a renewal: the new expiry, and how it was paid. */
export function RenewalResult(props: { renewed: RenewedAnswer; onClose: () => void }) {
  const { t } = useTranslation(["static-take", "ui"]);
  const { items, renewed: count, creditsUsed, walletCents } = props.renewed;
  const paid = {
    count: creditsUsed,
    number: formatNumber(creditsUsed),
    amount: formatCents(walletCents),
  };
  const byWallet = creditsUsed === 0 ? t("taken.byWallet", paid) : t("taken.byBoth", paid);
  const ends = items
    .map(({ id, host, expiresAt }) => ({ id, host, until: expiresAt }))
    .sort((one, other) => Date.parse(one.until) - Date.parse(other.until));
  return (
    <ExpiryList title={useRenewedTitle(count, ends)} ends={ends} onClose={props.onClose}>
      {walletCents === 0 ? t("taken.byCredits", paid) : byWallet}
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
  const { t } = useTranslation(["static-take", "ui"]);
  const close = useFirstFocus<HTMLButtonElement>();
  return (
    <Stack gap="lg">
      <Alert
        color="pike"
        icon={<IconCircleCheck aria-hidden />}
        title={props.title}
        aria-live="polite"
      >
        {props.children}
      </Alert>
      {props.notes}
      {props.ends.length > 1 && (
        <EndLines
          label={t("renewed.list")}
          lines={props.ends.map(({ id, host, until }) => ({
            id,
            host,
            text: t("renewed.to", { to: formatDate(until) }),
          }))}
        />
      )}
      <Group justify="flex-end">
        <Button ref={close} onClick={props.onClose}>
          {t("taken.close")}
        </Button>
      </Group>
    </Stack>
  );
}
