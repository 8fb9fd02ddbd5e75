import { Alert, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { IconAlertCircle, IconExternalLink, IconInfoCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { rechargedCalls } from "./recharged-calls.ts";
import { useFirstFocus } from "./use-first-focus.ts";
import type { Started } from "./use-recharge.ts";

const ASK_AGAIN_MS = 2000;
export type Ended = Answered<"payment"> & { status: "paid" | "failed" | "expired" | "refunded" };

/** Waits for the payment, asking every 2 s until it ends one way or the other. */
export function RechargePayment(props: { started: Started; onEnded: (ended: Ended) => void }) {
  const { t } = useTranslation("home");
  const client = useQueryClient();
  const { started, onEnded } = props;
  const link = useFirstFocus<HTMLAnchorElement>();
  const question = { paymentId: started.paymentId };
  const { data } = useCall("payment", question, { everyMs: ASK_AGAIN_MS });
  useEffect(() => {
    if (!data || data.status === "pending") return;
    for (const call of rechargedCalls) void client.invalidateQueries({ queryKey: [call] });
    onEnded(data as Ended);
  }, [data, client, onEnded]);
  return (
    <Stack gap="lg">
      {started.blocked ? (
        <Alert color="amber" icon={<IconInfoCircle aria-hidden />} title={t("payment.blocked")}>
          {t("payment.blockedHelp")}
        </Alert>
      ) : (
        <Text>{t("payment.explain")}</Text>
      )}
      <Group component="output" gap="xs" aria-live="polite">
        <Loader size="xs" aria-hidden />
        <Text fw={550}>{t("payment.waiting")}</Text>
      </Group>
      <Button
        component="a"
        ref={link}
        href={started.payUrl}
        target="_blank"
        rel="noopener"
        variant={started.blocked ? "filled" : "default"}
        rightSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t("payment.open")}
      </Button>
      <Text c="dimmed" fz="sm">
        {t("payment.mayClose")}
      </Text>
    </Stack>
  );
}

/** The payment came to nothing: why, and what to do. */
export function RechargeUndone(props: {
  status: "failed" | "expired" | "refunded";
  onAgain: () => void;
}) {
  const { t } = useTranslation("home");
  const { status } = props;
  const button = useFirstFocus<HTMLButtonElement>();
  return (
    <Stack gap="lg">
      <Alert
        role="alert"
        color={status === "refunded" ? "gray" : "red"}
        icon={<IconAlertCircle aria-hidden />}
        title={t(`payment.${status}`)}
      >
        {t(`payment.${status}Help`)}
      </Alert>
      <Group justify="flex-end">
        <Button ref={button} onClick={props.onAgain}>
          {t("payment.again")}
        </Button>
      </Group>
    </Stack>
  );
}
