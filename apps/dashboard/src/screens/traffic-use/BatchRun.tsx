import { Button, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./traffic-use.module.css";
import type { BatchTask, Outcome, Outcomes } from "./use-batch.ts";

/** How far a batch is, and what came of each row. */
export function BatchRun(props: {
  task: BatchTask | null;
  outcomes: Outcomes;
  onClose: () => void;
}) {
  const { t } = useTranslation(["traffic-use", "ui"]);
  const { task, outcomes, onClose } = props;
  const rows = task?.rows ?? [];
  const ended = rows.filter(({ id }) => outcomes[id]).length;
  const failed = rows.filter(({ id }) => typeof outcomes[id] === "object").length;
  return (
    <Modal
      opened={task !== null}
      onClose={onClose}
      title={
        <Text span fw={640} fz="lg">
          {t(task?.enabled ? "batch.enabling" : "batch.disabling", { count: rows.length })}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack gap="md">
        <Progress
          value={(ended / Math.max(1, rows.length)) * 100}
          color={failed > 0 ? "red.8" : "pike"}
          aria-label={t("batch.progress")}
        />
        <Text component="output" fz="sm">
          {t("batch.outcome", { done: ended - failed, failed, total: rows.length })}
        </Text>
        <ul className={classes.outcomes}>
          {rows.map((row) => (
            <li key={row.id}>
              <OutcomeIcon outcome={outcomes[row.id]} />
              <div>
                <Text fz="sm" fw={550}>
                  {row.account}
                </Text>
                <OutcomeText outcome={outcomes[row.id]} />
              </div>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="default" disabled={ended < rows.length} onClick={onClose}>
            {t("ui:close")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function OutcomeIcon({ outcome }: { outcome: Outcome | undefined }) {
  if (outcome === undefined) return <IconClock size={18} aria-hidden opacity={0.6} />;
  if (outcome === "done") {
    return <IconCircleCheck size={18} aria-hidden color="var(--pike-accent)" />;
  }
  return <IconCircleX size={18} aria-hidden color="var(--mantine-color-error)" />;
}

function OutcomeText({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation("traffic-use");
  const said = typeof outcome === "object" ? outcome.msg : t(`batch.${outcome ?? "waiting"}`);
  return (
    <Text fz="xs" c="dimmed">
      {said}
    </Text>
  );
}
