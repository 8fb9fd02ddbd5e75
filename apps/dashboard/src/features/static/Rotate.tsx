import { Button } from "@mantine/core";
import { IconRefresh } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useSecond } from "../../lib/use-second.ts";
import type { StaticIp } from "./static-ip.ts";

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** Gives a mobile IP a new address; counts down until that is possible again (spec/supply#modems). */
export function Rotate({ row }: { row: StaticIp }) {
  if (row.rotateToken === null || row.expired) return null;
  return <RotateButton row={row} />;
}

function RotateButton({ row }: { row: StaticIp }) {
  const { t } = useTranslation("static");
  const rotate = useCommand("staticRotate", { awaitRefetch: true });
  const left = useSecondsLeft(row);
  const busy = rotate.busy || row.rotating;
  const wait = t("rotate.wait", { time: minutesText(left) });
  const text = left > 0 && !busy ? minutesText(left) : t("rotate.button");
  const what = t("rotate.of", { host: row.exitIp });
  return (
    <Button
      data-needs="proxies"
      size="compact-xs"
      variant="default"
      className="numeric"
      leftSection={<IconRefresh size={13} aria-hidden />}
      loading={busy}
      disabled={left > 0}
      aria-label={left > 0 && !busy ? `${what}: ${wait}` : what}
      title={left > 0 ? wait : t("rotate.help")}
      onClick={() => void rotate.send({ id: row.id })}
    >
      {text}
    </Button>
  );
}

/** Seconds until the address may be changed, counted down from the answer that named them. */
function useSecondsLeft(row: StaticIp): number {
  const nowMs = useSecond();
  const [answer, setAnswer] = useState({ row, atMs: nowMs });
  if (answer.row !== row) setAnswer({ row, atMs: nowMs });
  const waitMs = (row.rotateRetryAfter ?? 0) * SECOND_MS;
  return Math.max(0, Math.ceil((waitMs + answer.atMs - nowMs) / SECOND_MS));
}

/** `1:05`. */
const minutesText = (seconds: number) =>
  `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, "0")}`;
