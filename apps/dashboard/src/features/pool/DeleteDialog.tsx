import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBusy } from "../../lib/use-command.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { BatchOutcomes } from "../../ui/batch/BatchOutcomes.tsx";
import { useBatch } from "../../ui/batch/use-batch.ts";
import { Countdown } from "./Countdown.tsx";
import { usePlaceText } from "../place/use-place-text.ts";
import { addressOf, type OpenedIp } from "./pool-ip.ts";

/** A call accepts more, but smaller ones return sooner. */
const ROWS_AT_ONCE = 100;
const MAX_NAMES = 6;

interface Props {
  rows: readonly OpenedIp[];
  answeredAtMs: number;
  onClose: () => void;
  /** Called with the ids of the deleted rows. */
  onDeleted: (ids: readonly string[]) => void;
}

/** Ends opened IPs, after a warning that nothing is refunded. */
export function DeleteDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation("pool");
  const busy = useBusy("ipDel");
  const count = props.rows.length;
  return (
    <StepDialog
      opened={opened}
      title={t("delete.title", { count, number: formatNumber(count) })}
      size="md"
      busy={busy}
      onClose={props.onClose}
    >
      <Steps {...props} />
    </StepDialog>
  );
}

function Steps({ rows, answeredAtMs, onClose, onDeleted }: Props) {
  const { t } = useTranslation(["pool", "ui"]);
  const [initialRows] = useState(rows);
  const batch = useBatch<"ipDel", OpenedIp>("ipDel", {
    onEnd: (done, all) => {
      onDeleted(done.map(({ id }) => id));
      if (!all) return;
      toast.success(t("delete.done", { count: done.length, number: formatNumber(done.length) }));
      onClose();
    },
  });
  if (batch.opened) {
    return (
      <BatchOutcomes
        batch={batch}
        name={addressOf}
        result={() => t("delete.ended")}
        onClose={onClose}
      />
    );
  }
  const running = initialRows.filter(({ status }) => status === "active").length;
  const send = () =>
    batch.start({
      rows: initialRows,
      batchSize: ROWS_AT_ONCE,
      parameters: (part) => ({ ids: part.map(({ id }) => id) }),
    });
  return (
    <Stack gap="md">
      <Names rows={initialRows} answeredAtMs={answeredAtMs} />
      <Text fz="sm">
        {running > 0
          ? t("delete.explain", { count: running, number: formatNumber(running) })
          : t("delete.onlyRecords")}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("ui:cancel")}
        </Button>
        <Button color="red.9" onClick={send}>
          {t("delete.submit", {
            count: initialRows.length,
            number: formatNumber(initialRows.length),
          })}
        </Button>
      </Group>
    </Stack>
  );
}

/** The addresses, each with the remaining time that is lost. */
function Names({ rows, answeredAtMs }: { rows: readonly OpenedIp[]; answeredAtMs: number }) {
  const { t } = useTranslation("pool");
  const placeText = usePlaceText();
  const more = rows.length - MAX_NAMES;
  return (
    <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      {rows.slice(0, MAX_NAMES).map((row) => (
        <Group key={row.id} component="li" gap="0 12px" justify="space-between">
          <Text span fw={600} className="numeric" style={{ overflowWrap: "anywhere" }}>
            {addressOf(row)}
          </Text>
          <Text span fz="sm" c="dimmed">
            {placeText(row)} · <Countdown row={row} answeredAtMs={answeredAtMs} />
          </Text>
        </Group>
      ))}
      {more > 0 && (
        <Text component="li" fz="sm" c="dimmed">
          {t("open.more", { count: more, number: formatNumber(more) })}
        </Text>
      )}
    </Stack>
  );
}
