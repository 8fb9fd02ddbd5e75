import { Button, Group, Modal, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatCents } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { LineSkeletons } from "../../ui/Skeletons.tsx";
import { RechargeForm } from "./RechargeForm.tsx";
import { type Ended, RechargePayment, RechargeUndone } from "./RechargePayment.tsx";
import { useFirstFocus } from "./use-first-focus.ts";
import type { Started } from "./use-recharge.ts";

/** Tops the wallet up: choose, pay, done. Each opening is one recharge. */
export function RechargeDialog(props: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(["home", "ui"]);
  return (
    <Modal.Root opened={props.opened} onClose={props.onClose} size="md" centered radius="lg">
      <Modal.Overlay />
      <Modal.Content>
        {/* A header of its own would count as a second banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title fw={640} fz="lg">
            {t("recharge.title")}
          </Modal.Title>
          <Modal.CloseButton aria-label={t("ui:close")} />
        </Modal.Header>
        <Modal.Body>
          <Steps onClose={props.onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Steps(props: { onClose: () => void }) {
  const index = useCall("indexInit", {});
  const [started, setStarted] = useState<Started | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const again = () => {
    setStarted(null);
    setEnded(null);
  };
  if (ended?.status === "paid") return <Done paid={ended} onClose={props.onClose} />;
  if (ended) return <RechargeUndone status={ended.status} onAgain={again} />;
  if (started) return <RechargePayment started={started} onEnded={setEnded} />;
  if (index.isError && !index.data) {
    return <ErrorState error={index.error} onRetry={() => void index.refetch()} />;
  }
  if (!index.data) return <LineSkeletons lines={7} height={22} />;
  const { walletCents, bonusTiers } = index.data;
  return <RechargeForm walletCents={walletCents} tiers={bonusTiers} onStarted={setStarted} />;
}

function Done(props: { paid: Ended; onClose: () => void }) {
  const { t } = useTranslation(["home", "ui"]);
  const next = useFirstFocus<HTMLAnchorElement>();
  const { amountCents, bonusCents } = props.paid;
  const index = useCall("indexInit", {});
  const bonus = bonusCents > 0;
  return (
    <Stack gap="lg" align="center" ta="center" pt="sm">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
        <IconCheck size={28} />
      </ThemeIcon>
      <Stack gap={4} component="output" aria-live="polite">
        <Text fz="xl" fw={640}>
          {t("payment.paid", { amount: formatCents(amountCents + bonusCents) })}
        </Text>
        {bonus && (
          <Text c="dimmed">
            {t("payment.paidParts", {
              amount: formatCents(amountCents),
              bonus: formatCents(bonusCents),
            })}
          </Text>
        )}
        <Text c="dimmed" className="numeric">
          {index.isFetching || !index.data
            ? t("payment.counting")
            : t("payment.walletHolds", { amount: formatCents(index.data.walletCents) })}
        </Text>
      </Stack>
      <Group grow w="100%">
        <Button variant="default" onClick={props.onClose}>
          {t("ui:close")}
        </Button>
        <Button ref={next} component={Link} to="/cli/traffic-use?dialog=buy">
          {t("steps.buy.link")}
        </Button>
      </Group>
    </Stack>
  );
}
