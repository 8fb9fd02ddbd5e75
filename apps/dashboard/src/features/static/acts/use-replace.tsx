import { Button, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { openDialog } from "@turnpike/ui/act/act.ts";
import { NamedRows } from "@turnpike/ui/act/NamedRows.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../../lib/call.ts";
import { openBatch } from "../../../ui/act/open-batch.tsx";
import { useTemplate } from "../../proxy-file/use-template.ts";
import { addressOf, lineOf, type StaticIp } from "../static-ip.ts";
import { type Term, termCalls } from "../term.ts";

type Replaced = CallResult<"staticChange">;

const isDead = ({ reachable, expired }: StaticIp) => !reachable && !expired;
/** Whether its address may be changed on request (spec/static#replacement). */
const canSwap = (row: StaticIp) => !isDead(row) && !row.expired && row.swapsLeft > 0;

/**
 * Replaces unreachable IPs, and others that have changes left, one after another. Reachable ones
 * are changed together with unreachable ones only if the user ticks that.
 */
export function useReplace(term: Term): (rows: readonly StaticIp[]) => void {
  const { t } = useTranslation(["static-edit", "ui"]);
  return (rows) => {
    const dead = rows.filter(isDead);
    const swappable = rows.filter(canSwap);
    const asks = dead.length > 0 && swappable.length > 0;
    const chosen = (ticked: unknown) => (asks && !ticked ? dead : [...dead, ...swappable]);
    const title = t("replace.title");
    const plan = <Plan rows={rows} />;
    if (chosen(true).length === 0) {
      const body = (close: () => void) => (
        <Stack gap="md">
          <Text>{t("replace.none")}</Text>
          {plan}
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={close}>
              {t("ui:close")}
            </Button>
          </Group>
        </Stack>
      );
      return openDialog({ title, body });
    }
    const id = Math.random().toString(36).slice(2, 12);
    return openBatch<"staticChange" | "shortChange", StaticIp>({
      call: termCalls[term].change,
      rows: ({ also }) => chosen(also),
      rowsAtOnce: 1,
      parameters: ([row]) => ({
        id: row?.id ?? "",
        ...(row && canSwap(row) ? { reason: "swap" as const } : {}),
      }),
      requestId: term === "static" ? ([row]) => `${id}-${row?.id}` : undefined,
      title,
      notice: plan,
      fields: asks
        ? [
            {
              kind: "tick",
              name: "also",
              label: t("replace.swapToo", { count: swappable.length }),
              optional: true,
            },
          ]
        : [],
      submit: ({ also }) => t("replace.submit", { count: chosen(also).length }),
      rowName: (row) => row.exitIp,
      outcome: (_row, now) => <Now row={now} />,
      actions: (answers) => <CopyAll rows={answers} />,
    });
  };
}

/** Which IPs get another address, and which keep theirs and why. */
function Plan({ rows }: { rows: readonly StaticIp[] }) {
  const { t } = useTranslation("static-edit");
  const dead = rows.filter(isDead);
  const swappable = rows.filter(canSwap);
  const staying = rows.filter((row) => !isDead(row) && !canSwap(row));
  return (
    <>
      <Hosts title={t("replace.dead", { count: dead.length })} rows={dead}>
        {t("replace.explain")}
      </Hosts>
      <Hosts
        title={t("replace.swap", { count: swappable.length })}
        rows={swappable}
        note={({ cityName, swapsLeft }) =>
          `${cityName} · ${t("replace.left", { count: swapsLeft })}`
        }
      >
        {t("replace.swapExplain")}
      </Hosts>
      <Hosts
        title={t("replace.staying", { count: staying.length })}
        rows={staying}
        note={({ expired }) => t(expired ? "replace.expired" : "replace.reachable")}
      />
    </>
  );
}

function Hosts(props: {
  title: string;
  rows: readonly StaticIp[];
  note?: (row: StaticIp) => string;
  children?: ReactNode;
}) {
  const title = useId();
  if (props.rows.length === 0) return null;
  return (
    <>
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
          <NamedRows
            rows={props.rows}
            name={(row) => row.exitIp}
            note={props.note ?? (({ cityName }) => cityName)}
          />
        </ScrollArea.Autosize>
      </Stack>
      {props.children && (
        <Text fz="sm" c="dimmed">
          {props.children}
        </Text>
      )}
    </>
  );
}

/** The new address, to copy. */
function Now({ row }: { row: Replaced }) {
  const { t } = useTranslation("static-edit");
  const [template] = useTemplate();
  const address = addressOf(row);
  return (
    <Group gap={4} wrap="nowrap">
      <span>{t("replace.now", { address })}</span>
      <CopyButton value={lineOf(row, template)} label={t("replace.copy", { address })} />
    </Group>
  );
}

function CopyAll({ rows }: { rows: readonly Replaced[] }) {
  const { t } = useTranslation("static-edit");
  const [template] = useTemplate();
  return (
    <CopyButton
      text
      size="sm"
      value={rows.map((row) => `${lineOf(row, template)}\n`).join("")}
      label={t("replace.copyAll")}
    />
  );
}
