import { Alert, Button, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { IconCircleCheck, IconFileText, IconInfoCircle } from "@turnpike/ui/icons.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { saveFile } from "@turnpike/ui/lib/save-file.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./purchase.module.css";

/** The result of a purchase, with what to do next. */
export function Bought(props: {
  title?: string;
  text: ReactNode;
  /** It was paid, but the result needs a look. */
  uncertain?: boolean;
  children?: ReactNode;
  /** Buttons beside the one that closes; `close` is then the lesser one unless it is focused. */
  actions?: ReactNode;
  close?: { label?: string; focus?: boolean; lesser?: boolean };
  onClose: () => void;
}) {
  const { t } = useTranslation("ui");
  const { label, focus = true, lesser = false } = props.close ?? {};
  const button = useFirstFocus<HTMLButtonElement>();
  const Icon = props.uncertain ? IconInfoCircle : IconCircleCheck;
  return (
    <Stack gap="lg">
      <Alert
        color={props.uncertain ? "amber" : "good"}
        icon={<Icon aria-hidden />}
        {...(props.title ? { title: props.title } : {})}
        aria-live="polite"
      >
        {props.text}
      </Alert>
      {props.children}
      <Group justify="flex-end" gap="xs">
        {!lesser && props.actions}
        <Button
          {...(lesser ? { variant: "default" } : {})}
          {...(focus ? { ref: button } : {})}
          onClick={props.onClose}
        >
          {label ?? t("close")}
        </Button>
        {lesser && props.actions}
      </Group>
    </Stack>
  );
}

/** More rows than anybody reads here would make the dialog slow. */
const PREVIEW_ROWS = 100;

/** Bought things, one below the other; `shown` says that only the first are shown. */
export function BoughtLines<Row extends { id: string }>(props: {
  label: string;
  rows: readonly Row[];
  show: (row: Row) => ReactNode;
  shown: (numbers: { shown: string; total: string }) => string;
}) {
  const { rows } = props;
  return (
    <Stack gap={6}>
      <ScrollArea.Autosize
        mah={240}
        type="auto"
        className={classes.lines ?? ""}
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": props.label }}
      >
        <ul>
          {rows.slice(0, PREVIEW_ROWS).map((row) => (
            <li key={row.id}>{props.show(row)}</li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {rows.length > PREVIEW_ROWS && (
        <Text fz="sm" c="dimmed">
          {props.shown({ shown: formatNumber(PREVIEW_ROWS), total: formatNumber(rows.length) })}
        </Text>
      )}
    </Stack>
  );
}

/** Copies and saves the lines of what was bought. */
export function SaveLines(props: {
  lines: readonly string[];
  contents: "new-static-ips" | "new-opened-ips";
  words: { copy: string; copied: string; save: string };
}) {
  const { words } = props;
  const text = props.lines.map((line) => `${line}\n`).join("");
  return (
    <Group gap={8}>
      <CopyButton
        text
        variant="filled"
        size="sm"
        value={text}
        label={words.copy}
        done={words.copied}
      />
      <Button
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden />}
        onClick={() => saveFile({ contents: props.contents, ending: "txt", text })}
      >
        {words.save}
      </Button>
    </Group>
  );
}
