import { Button, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, CallCancelled } from "../../lib/call.ts";
import classes from "./traffic-use.module.css";

export interface BatchTask {
  rows: SubAccount[];
  enabled: boolean;
}
/** What came of a row: nothing yet, done, or the sentence of the refusal. */
type Outcome = "waiting" | "done" | { msg: string };

/** Enables or disables row after row and shows what came of each. */
export function BatchRun(props: {
  task: BatchTask | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation(["traffic-use", "ui"]);
  const { task } = props;
  return (
    <Modal
      opened={task !== null}
      onClose={props.onClose}
      title={
        <Text span fw={640} fz="lg">
          {t(task?.enabled ? "batch.enabling" : "batch.disabling", {
            count: task?.rows.length ?? 0,
          })}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {task && <Run task={task} onClose={props.onClose} onDone={props.onDone} />}
    </Modal>
  );
}

function Run(props: { task: BatchTask; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation(["traffic-use", "ui"]);
  const { task } = props;
  const outcomes = useBatch(task, props.onDone);
  const count = task.rows.filter(({ id }) => outcomes[id] && outcomes[id] !== "waiting").length;
  const failed = task.rows.filter(({ id }) => typeof outcomes[id] === "object").length;
  const ready = count === task.rows.length;
  return (
    <Stack gap="md">
      <Progress
        value={(count / task.rows.length) * 100}
        color={failed > 0 ? "red.8" : "pike"}
        aria-label={t("batch.progress")}
      />
      <Text fz="sm" role="status">
        {t("batch.outcome", { done: count - failed, failed, total: task.rows.length })}
      </Text>
      <ul className={classes.outcomes}>
        {task.rows.map((row) => (
          <li key={row.id}>
            <OutcomeIcon outcome={outcomes[row.id] ?? "waiting"} />
            <div>
              <Text fz="sm" fw={550}>
                {row.account}
              </Text>
              <OutcomeText outcome={outcomes[row.id] ?? "waiting"} />
            </div>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" disabled={!ready} onClick={props.onClose}>
          {t("ui:close")}
        </Button>
      </Group>
    </Stack>
  );
}

function useBatch(task: BatchTask, onDone: () => void): Record<string, Outcome> {
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- one run for each task
  useEffect(() => {
    const left = new AbortController();
    void (async () => {
      for (const { id } of task.rows) {
        if (left.signal.aborted) break;
        const outcome = await setEnabled(id, task.enabled, left.signal);
        if (outcome) setOutcomes((before) => ({ ...before, [id]: outcome }));
      }
      for (const call of ["subUsers", "availableSubUsers"]) {
        void client.invalidateQueries({ queryKey: [call] });
      }
      if (!left.signal.aborted) onDone();
    })();
    return () => left.abort();
  }, [task]);
  return outcomes;
}

async function setEnabled(
  id: string,
  enabled: boolean,
  signal: AbortSignal,
): Promise<Outcome | null> {
  try {
    await ask("upSubUser", { id, enabled }, { signal, handles: () => true });
    return "done";
  } catch (error) {
    if (error instanceof CallCancelled) return null;
    return { msg: error instanceof Error ? error.message : String(error) };
  }
}

function OutcomeIcon({ outcome }: { outcome: Outcome }) {
  if (outcome === "waiting") return <IconClock size={18} aria-hidden opacity={0.6} />;
  if (outcome === "done") {
    return <IconCircleCheck size={18} aria-hidden color="var(--pike-accent)" />;
  }
  return <IconCircleX size={18} aria-hidden color="var(--mantine-color-error)" />;
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation("traffic-use");
  const said = typeof outcome === "string" ? t(`batch.${outcome}`) : outcome.msg;
  return (
    <Text fz="xs" c="dimmed">
      {said}
    </Text>
  );
}
