import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@turnpike/ui/icons.ts";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { formatSeconds } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { QrCode } from "@turnpike/ui/QrCode.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import classes from "./sessions.module.css";

/** How long a ticket is valid (spec/sign-in#linked-devices). */
const TICKET_SECONDS = 60;
const WATCH_MS = 3_000;

type Created = CallResult<"webauto">;

/** A link that signs another device in, once and within a minute; says when it was used. */
export function OtherDevice({ onClose }: { onClose: () => void }) {
  const { send, answer: data, error, busy } = useCommand("webauto");
  // Requested once, when the dialog opens.
  useEffect(() => void send({}), [send]);
  if (data && !busy) {
    const again = () => void send({});
    return <LinkOrUsed key={data.ticket} ticket={data} onAgain={again} onClose={onClose} />;
  }
  if (error && !busy) return <ErrorState error={error} onRetry={() => void send({})} />;
  return <LineSkeletons lines={6} height={26} />;
}

interface Shown {
  ticket: Created;
  onAgain: () => void;
  onClose: () => void;
}

function LinkOrUsed(props: Shown) {
  const { t } = useTranslation("shell");
  const sessions = useCall("sessions", {}, { everyMs: WATCH_MS });
  const createdAtMs = Date.parse(props.ticket.expiresAt ?? "") - TICKET_SECONDS * 1000;
  const used = sessions.data?.items.some(
    ({ current, createdAt }) => !current && Date.parse(createdAt) >= createdAtMs,
  );
  if (!used) return <OneLink {...props} />;
  return (
    <EmptyState
      icon={<IconCircleCheck size={22} />}
      title={t("otherDevice.used")}
      text={t("otherDevice.usedHelp")}
      action={
        <Button
          component={Link}
          to="/cli/setting?tab=sessions"
          variant="default"
          size="xs"
          onClick={props.onClose}
        >
          {t("otherDevice.toSessions")}
        </Button>
      }
    />
  );
}

function OneLink({ ticket, onAgain }: Shown) {
  const { t } = useTranslation("shell");
  const left = useSecondsLeft();
  const url = ticket.url ?? "";
  if (left === 0) return <Expired onAgain={onAgain} />;
  return (
    <Stack gap="md">
      <Text>{t("otherDevice.explain")}</Text>
      <div className={classes.qr}>
        <QrCode text={url} label={t("otherDevice.qr")} sizePx={196} />
      </div>
      <TextInput
        readOnly
        label={t("otherDevice.link")}
        value={url}
        description={t("otherDevice.left", { time: formatSeconds(left) })}
        inputWrapperOrder={["label", "input", "description"]}
        rightSection={<CopyButton value={url} label={t("otherDevice.copy")} />}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Warning>{t("otherDevice.warning")}</Warning>
      <EndsThisOne />
    </Stack>
  );
}

/** If only one device is allowed, signing in there ends this session. */
function EndsThisOne() {
  const { t } = useTranslation("shell");
  const member = useCall("member", {}).data;
  if (!member || member.multiDevice) return null;
  return <Warning>{t("otherDevice.onlyOne")}</Warning>;
}

function Warning(props: { children: ReactNode }) {
  return (
    <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} role="note">
      {props.children}
    </Alert>
  );
}

function Expired({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <Stack align="center" gap="md" py="lg" role="status">
      <Text fw={600}>{t("otherDevice.expired")}</Text>
      <Button onClick={onAgain}>{t("otherDevice.again")}</Button>
    </Stack>
  );
}

/** Counts down from a ticket's lifetime; the browser's clock may differ from the server's. */
function useSecondsLeft(): number {
  const [startMs] = useState(() => performance.now());
  const [left, setLeft] = useState(TICKET_SECONDS);
  useEffect(() => {
    const timer = setInterval(() => {
      const passed = Math.floor((performance.now() - startMs) / 1000);
      setLeft(Math.max(0, TICKET_SECONDS - passed));
    }, 250);
    return () => clearInterval(timer);
  }, [startMs]);
  return left;
}
