import { Button, Group, Progress, ScrollArea, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconClock } from "@turnpike/ui/icons.ts";
import { useCloseDialog, useKeepsOpen } from "@turnpike/ui/Dialog.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import classes from "./batch.module.css";
import type { Outcome } from "./run-batch.ts";
import type { Batch } from "./use-batch.ts";

/** More would render slowly; failed rows come first. */
const MAX_ROWS = 100;

/** In a dialog: the progress of a batch and the outcome of each row; failed ones can be retried. */
export function BatchOutcomes<A, Row extends { id: string }>(props: {
  batch: Batch<A, Row>;
  name: (row: Row) => ReactNode;
  /** Shown below the name of a completed row; "Done" by default. */
  result?: (row: Row, answer: A) => ReactNode;
  /** Shown beside the close button once the batch has ended. */
  actions?: ReactNode;
}) {
  const { t } = useTranslation(["parts", "ui"]);
  const { batch, result } = props;
  // The button that started the batch is gone with its form.
  const list = useFirstFocus<HTMLDivElement>();
  const { rows, outcomes, running } = batch;
  const close = useCloseDialog();
  useKeepsOpen(running);
  const failed = rows.filter(({ id }) => outcomes[id]?.done === false);
  const done = rows.filter(({ id }) => outcomes[id]?.done).length;
  const others = rows.filter(({ id }) => outcomes[id]?.done !== false);
  const firstRows = (running ? rows : [...failed, ...others]).slice(0, MAX_ROWS);
  const share = (done + failed.length) / Math.max(1, rows.length);
  const params = { done, failed: failed.length, total: rows.length };
  return (
    <Stack gap="md" aria-busy={running}>
      <Progress
        value={share * 100}
        color={failed.length > 0 || batch.stopped ? "red.8" : "good"}
        animated={running}
        aria-label={t("batch.progress")}
      />
      <Text component="output" fz="sm">
        {t("batch.outcome", params)}
      </Text>
      {batch.stopped && (
        <Text role="alert" fz="sm" c="var(--mantine-color-error)">
          {t("batch.stopped")}
        </Text>
      )}
      <ScrollArea.Autosize
        mah={320}
        type="auto"
        offsetScrollbars="present"
        viewportRef={list}
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("batch.progress") }}
      >
        <ul className={classes.outcomes}>
          {firstRows.map((row) => (
            <OutcomeRow key={row.id} name={props.name(row)} outcome={outcomes[row.id]}>
              {(answer) => result?.(row, answer) ?? t("batch.done")}
            </OutcomeRow>
          ))}
        </ul>
      </ScrollArea.Autosize>
      <More count={rows.length - firstRows.length} />
      <Group justify="flex-end" gap="xs">
        <AfterBatch batch={batch} left={rows.length - done} actions={props.actions} />
        <Button variant="default" disabled={running} onClick={close}>
          {t("ui:close")}
        </Button>
      </Group>
    </Stack>
  );
}

/** The buttons shown once the batch has ended. */
function AfterBatch(props: {
  batch: Pick<Batch<never, never>, "running" | "retry">;
  left: number;
  actions: ReactNode;
}) {
  const { t } = useTranslation("parts");
  if (props.batch.running) return null;
  return (
    <>
      {props.left > 0 && (
        <Button variant="light" onClick={props.batch.retry}>
          {t("batch.again", { count: props.left })}
        </Button>
      )}
      {props.actions}
    </>
  );
}

function More({ count }: { count: number }) {
  const { t } = useTranslation("parts");
  if (count <= 0) return null;
  return (
    <Text fz="sm" c="dimmed">
      {t("batch.more", { count, number: formatNumber(count) })}
    </Text>
  );
}

function OutcomeRow<A>(props: {
  name: ReactNode;
  outcome: Outcome<A> | undefined;
  children: (answer: A) => ReactNode;
}) {
  const { t } = useTranslation("parts");
  const { outcome } = props;
  return (
    <li>
      <OutcomeIcon done={outcome?.done} />
      <div>
        <Text fz="sm" fw={550} component="div">
          {props.name}
        </Text>
        <Text fz="xs" c="dimmed" component="div">
          {outcome === undefined && t("batch.waiting")}
          {outcome?.done === false && outcome.why}
          {outcome?.done && props.children(outcome.answer)}
        </Text>
      </div>
    </li>
  );
}

function OutcomeIcon({ done }: { done: boolean | undefined }) {
  if (done === undefined) return <IconClock size={18} aria-hidden opacity={0.6} />;
  if (done) return <IconCircleCheck size={18} aria-hidden color="var(--ui-accent)" />;
  return <IconCircleX size={18} aria-hidden color="var(--mantine-color-error)" />;
}
