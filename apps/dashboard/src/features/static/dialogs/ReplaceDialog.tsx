import { Button, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../../lib/call.ts";
import { useBusy } from "../../../lib/queries.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { BatchOutcomes } from "../../../ui/batch/BatchOutcomes.tsx";
import { type Batch, useBatch } from "../../../ui/batch/use-batch.ts";
import { addressOf, lineOf, type StaticIp } from "../static-ip.ts";
import { staticCallsChanged, type Term, termCalls } from "../term.ts";
import { useTemplate } from "../../proxy-file/use-template.ts";

interface Props {
  term: Term;
  rows: readonly StaticIp[];
  onClose: () => void;
}
type Replaced = CallResult<"staticChange">;

/** Replaces unreachable ones one after another, and says what came of each. */
export function ReplaceDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation("static-edit");
  const busy = useBusy(termCalls[props.term].change);
  return (
    <StepDialog
      opened={opened}
      title={t("replace.title")}
      size="md"
      busy={busy}
      onClose={props.onClose}
    >
      <Steps {...props} />
    </StepDialog>
  );
}

const canReplace = ({ reachable, expired }: StaticIp) => !reachable && !expired;

function Steps({ term, rows, onClose }: Props) {
  const batch = useBatch<"staticChange" | "shortChange", StaticIp>(termCalls[term].change, {
    invalidates: staticCallsChanged[term],
  });
  if (batch.opened) return <Outcomes batch={batch} onClose={onClose} />;
  const start = () =>
    batch.start({
      rows: rows.filter(canReplace),
      question: ([row]) => ({ id: row?.id ?? "" }),
    });
  return <Plan rows={rows} onStart={start} onClose={onClose} />;
}

/** Which ones get another address, and which keep theirs and why. */
function Plan(props: { rows: readonly StaticIp[]; onStart: () => void; onClose: () => void }) {
  const { t } = useTranslation(["static-edit", "ui"]);
  const dead = props.rows.filter(canReplace);
  const staying = props.rows.filter((row) => !canReplace(row));
  return (
    <Stack gap="md">
      {dead.length > 0 ? (
        <>
          <Hosts title={t("replace.dead", { count: dead.length })} rows={dead} />
          <Text fz="sm" c="dimmed">
            {t("replace.explain")}
          </Text>
        </>
      ) : (
        <Text>{t("replace.none")}</Text>
      )}
      {staying.length > 0 && (
        <Hosts
          title={t("replace.staying", { count: staying.length })}
          rows={staying}
          note={({ expired }) => t(expired ? "replace.expired" : "replace.reachable")}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {dead.length > 0 ? t("ui:cancel") : t("ui:close")}
        </Button>
        {dead.length > 0 && (
          <Button onClick={props.onStart}>{t("replace.submit", { count: dead.length })}</Button>
        )}
      </Group>
    </Stack>
  );
}

function Hosts(props: {
  title: string;
  rows: readonly StaticIp[];
  note?: (row: StaticIp) => string;
}) {
  const title = useId();
  return (
    <Stack gap={4}>
      <Text fz="sm" fw={600} id={title}>
        {props.title}
      </Text>
      <ScrollArea.Autosize
        mah={180}
        type="auto"
        offsetScrollbars="present"
        viewportProps={{ tabIndex: 0, role: "region", "aria-labelledby": title }}
      >
        <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {props.rows.map((row) => (
            <Group key={row.id} component="li" gap="0 12px" justify="space-between">
              <Text span className="numeric">
                {row.host}
              </Text>
              <Text span fz="sm" c="dimmed">
                {props.note?.(row) ?? row.cityName}
              </Text>
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  );
}

/** Old address → new address, to copy one by one or all. */
function Outcomes({ batch, onClose }: { batch: Batch<Replaced, StaticIp>; onClose: () => void }) {
  const { t } = useTranslation("static-edit");
  const [template] = useTemplate();
  const fresh = batch.rows.flatMap(({ id }) => {
    const outcome = batch.outcomes[id];
    return outcome?.done ? [outcome.answer] : [];
  });
  return (
    <BatchOutcomes
      batch={batch}
      name={(row) => row.host}
      result={(_row, now) => (
        <Group gap={4} wrap="nowrap">
          <span>{t("replace.now", { address: addressOf(now) })}</span>
          <CopyButton
            value={lineOf(now, template)}
            label={t("replace.copy", { address: addressOf(now) })}
          />
        </Group>
      )}
      actions={
        fresh.length > 0 && (
          <CopyButton
            text
            size="sm"
            value={fresh.map((row) => `${lineOf(row, template)}\n`).join("")}
            label={t("replace.copyAll")}
          />
        )
      }
      onClose={onClose}
    />
  );
}
