import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { useBusy } from "../../../lib/use-command.ts";
import { useTranslation } from "react-i18next";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { BatchOutcomes } from "../../../ui/batch/BatchOutcomes.tsx";
import { useBatch } from "../../../ui/batch/use-batch.ts";
import { rowsAtOnce } from "../edit/edit-values.ts";
import { formatTimeLeft, remainingMs } from "../../../lib/time-left.ts";
import type { StaticIp } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";

const MAX_NAMES = 6;

interface Props {
  term: Term;
  rows: readonly StaticIp[];
  onClose: () => void;
  /** Called with the ids of the deleted IPs. */
  onDeleted?: (ids: readonly string[]) => void;
}

/** Deletes static IPs, after a warning of what is lost. */
export function DeleteDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation("static-edit");
  const busy = useBusy(termCalls[props.term].del);
  return (
    <StepDialog
      opened={opened}
      title={t("delete.title", { count: props.rows.length })}
      size="md"
      busy={busy}
      onClose={props.onClose}
    >
      <Steps {...props} />
    </StepDialog>
  );
}

function Steps({ term, rows, onClose, onDeleted }: Props) {
  const { t } = useTranslation("static-edit");
  const batch = useBatch<"staticDel" | "shortDel", StaticIp>(termCalls[term].del, {
    onEnd: (done, all) => {
      onDeleted?.(done.map(({ id }) => id));
      if (!all) return;
      toast.success(t("delete.done", { count: done.length }));
      onClose();
    },
  });
  if (batch.opened) {
    return (
      <BatchOutcomes
        batch={batch}
        name={(row) => row.exitIp}
        result={() => t("delete.deleted")}
        onClose={onClose}
      />
    );
  }
  const remove = (targets: readonly StaticIp[]) =>
    batch.start({
      rows: targets,
      batchSize: rowsAtOnce,
      parameters: (part) => ({
        ids: part.map(({ id }) => id),
        // Only the user's own tick confirms it (spec/static#deleting).
        ...(part.some(({ expired }) => !expired) ? { confirm: true } : {}),
      }),
    });
  return <Warning rows={rows} onDelete={remove} onClose={onClose} />;
}

/** Warns of what is lost. Unexpired IPs are deleted only if the user ticks that. */
function Warning(props: {
  rows: readonly StaticIp[];
  onDelete: (rows: readonly StaticIp[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["static-edit", "ui"]);
  const { rows } = props;
  const [ticked, setTicked] = useState(false);
  const [missing, setMissing] = useState(false);
  const running = rows.filter(({ expired }) => !expired);
  const chosen = ticked ? rows : rows.filter(({ expired }) => expired);
  const mixed = running.length > 0 && running.length < rows.length;
  const send = () => (chosen.length === 0 ? setMissing(true) : props.onDelete(chosen));
  return (
    <Stack gap="md">
      <Names rows={rows} />
      <Text fz="sm" c="dimmed">
        {t("delete.forever")}
      </Text>
      {running.length > 0 && (
        <Checkbox
          checked={ticked}
          label={t(mixed ? "delete.alsoRunning" : "delete.running", { count: running.length })}
          description={t("delete.noRefund")}
          error={missing && !ticked && t("delete.tick")}
          onChange={(event) => setTicked(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {t("ui:cancel")}
        </Button>
        <Button color="red.9" onClick={send}>
          {t("delete.submit", { count: chosen.length || rows.length })}
        </Button>
      </Group>
    </Stack>
  );
}

/** The addresses, unexpired ones first, each with the remaining time that is lost. */
function Names({ rows }: { rows: readonly StaticIp[] }) {
  const { t } = useTranslation("static-edit");
  const nowMs = useNow();
  const sorted = rows.toSorted((a, b) => b.remainingHours - a.remainingHours);
  const more = rows.length - MAX_NAMES;
  return (
    <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      {sorted.slice(0, MAX_NAMES).map((row) => (
        <Group key={row.id} component="li" gap="0 12px" justify="space-between">
          <Text span fw={600} className="numeric" style={{ overflowWrap: "anywhere" }}>
            {row.exitIp}
          </Text>
          <Text span fz="sm" c="dimmed">
            {row.expired
              ? t("delete.expired")
              : t("delete.left", { time: formatTimeLeft(remainingMs(row, nowMs)) })}
          </Text>
        </Group>
      ))}
      {more > 0 && (
        <Text component="li" fz="sm" c="dimmed">
          {t("delete.more", { count: more })}
        </Text>
      )}
    </Stack>
  );
}
