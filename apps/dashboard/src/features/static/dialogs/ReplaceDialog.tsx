import { Button, Checkbox, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBusy } from "../../../lib/use-command.ts";
import type { CallResult } from "../../../lib/call.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { BatchOutcomes } from "../../../ui/batch/BatchOutcomes.tsx";
import { type Batch, useBatch } from "../../../ui/batch/use-batch.ts";
import { addressOf, lineOf, type StaticIp } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";
import { useTemplate } from "../../proxy-file/use-template.ts";

interface Props {
  term: Term;
  rows: readonly StaticIp[];
  onClose: () => void;
}
type Replaced = CallResult<"staticChange">;

/**
 * Replaces unreachable IPs, and optionally others that have changes left, one after another; shows
 * the outcome of each.
 */
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

const isDead = ({ reachable, expired }: StaticIp) => !reachable && !expired;
/** Whether its address may be changed on request (spec/static#replacement). */
const canSwap = (row: StaticIp) => !isDead(row) && !row.expired && row.swapsLeft > 0;

function Steps({ term, rows, onClose }: Props) {
  const [dialogId] = useState(() => Math.random().toString(36).slice(2, 12));
  const batch = useBatch<"staticChange" | "shortChange", StaticIp>(termCalls[term].change);
  if (batch.opened) return <Outcomes batch={batch} onClose={onClose} />;
  const start = (chosen: readonly StaticIp[]) =>
    batch.start({
      rows: chosen,
      parameters: ([row]) => ({
        id: row?.id ?? "",
        ...(row && canSwap(row) ? { reason: "swap" as const } : {}),
      }),
      ...(term === "static" ? { requestId: ([row]) => `${dialogId}-${row?.id}` } : {}),
    });
  return <Plan rows={rows} onStart={start} onClose={onClose} />;
}

/**
 * Which IPs get another address, and which keep theirs and why. Reachable ones are changed together
 * with unreachable ones only if the user ticks that.
 */
function Plan(props: {
  rows: readonly StaticIp[];
  onStart: (rows: readonly StaticIp[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["static-edit", "ui"]);
  const [ticked, setTicked] = useState(false);
  const { rows } = props;
  const dead = rows.filter(isDead);
  const swappable = rows.filter(canSwap);
  const staying = rows.filter((row) => !isDead(row) && !canSwap(row));
  const asks = dead.length > 0 && swappable.length > 0;
  const chosen = asks && !ticked ? dead : [...dead, ...swappable];
  return (
    <Stack gap="md">
      <Dead rows={dead} />
      <Swappable rows={swappable} />
      {chosen.length === 0 && <Text>{t("replace.none")}</Text>}
      {staying.length > 0 && (
        <Hosts
          title={t("replace.staying", { count: staying.length })}
          rows={staying}
          note={({ expired }) => t(expired ? "replace.expired" : "replace.reachable")}
        />
      )}
      {asks && (
        <Checkbox
          checked={ticked}
          label={t("replace.swapToo", { count: swappable.length })}
          onChange={(event) => setTicked(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {chosen.length > 0 ? t("ui:cancel") : t("ui:close")}
        </Button>
        {chosen.length > 0 && (
          <Button onClick={() => props.onStart(chosen)}>
            {t("replace.submit", { count: chosen.length })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Dead({ rows }: { rows: readonly StaticIp[] }) {
  const { t } = useTranslation("static-edit");
  if (rows.length === 0) return null;
  return (
    <>
      <Hosts title={t("replace.dead", { count: rows.length })} rows={rows} />
      <Text fz="sm" c="dimmed">
        {t("replace.explain")}
      </Text>
    </>
  );
}

/** The number of changes left for each. */
function Swappable({ rows }: { rows: readonly StaticIp[] }) {
  const { t } = useTranslation("static-edit");
  if (rows.length === 0) return null;
  return (
    <>
      <Hosts
        title={t("replace.swap", { count: rows.length })}
        rows={rows}
        note={({ cityName, swapsLeft }) =>
          `${cityName} · ${t("replace.left", { count: swapsLeft })}`
        }
      />
      <Text fz="sm" c="dimmed">
        {t("replace.swapExplain")}
      </Text>
    </>
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
                {row.exitIp}
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
      name={(row) => row.exitIp}
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
