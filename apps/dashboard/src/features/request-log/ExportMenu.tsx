import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { Button, Group, Menu, Modal, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useEffect, useRef, useState } from "react";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { CallCancelled, CallRefused } from "../../lib/call.ts";
import { saveFile } from "@turnpike/ui/lib/save-file.ts";
import { type LogFormat, logFormats, logText, MAX_ROWS, walkLog } from "./log-export.ts";
import { type LogFilter, parametersOf } from "./log-filter.ts";

type ExportState =
  | { kind: "none" }
  | { kind: "walking"; done: number; total: number }
  /** `beyond`: how many matching rows are not in the file. */
  | { kind: "saved"; done: number; total: number; beyond: number }
  | { kind: "failed"; done: number; total: number; msg: string };

const types = { csv: "text/csv", json: "application/json" } as const;

/** Reads the log page by page and saves it; `close` cancels, as does leaving the screen. */
function useExport(filter: LogFilter) {
  const serverNowMs = useNow();
  const [state, setState] = useState<ExportState>({ kind: "none" });
  const walk = useRef<AbortController | null>(null);
  useEffect(() => () => walk.current?.abort(), []);
  const start = async (format: LogFormat) => {
    walk.current?.abort();
    const { signal } = (walk.current = new AbortController());
    let at = { done: 0, total: 0 };
    const onProgress = (done: number, total: number) => {
      at = { done, total };
      setState({ kind: "walking", ...at });
    };
    setState({ kind: "walking", ...at });
    try {
      const nowMs = serverNowMs;
      const { rows, total } = await walkLog(parametersOf(filter, nowMs), {
        signal,
        onProgress,
      });
      const text = logText(rows, format);
      saveFile({ contents: "request-log", ending: format, text, type: types[format] });
      setState({ kind: "saved", ...at, beyond: Math.max(0, total - MAX_ROWS) });
    } catch (error) {
      if (error instanceof CallCancelled) return setState({ kind: "none" });
      setState({ kind: "failed", ...at, msg: error instanceof CallRefused ? error.msg : "" });
    }
  };
  return {
    state,
    start: (format: LogFormat) => void start(format),
    close: () => {
      walk.current?.abort();
      setState({ kind: "none" });
    },
  };
}

/** Exports all rows of the filter, as CSV or JSON. */
export function ExportMenu(props: { filter: LogFilter; empty: boolean }) {
  const { t } = useTranslation("request-log");
  const { state, start, close } = useExport(props.filter);
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <BatchButton icon={IconDownload} label={t("export.open")} disabled={props.empty} />
        </Menu.Target>
        <Menu.Dropdown>
          {logFormats.map((format) => (
            <Menu.Item key={format} onClick={() => start(format)}>
              {t(`export.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Run state={state} onClose={close} />
    </>
  );
}

/** Shows the progress; closing cancels the export. */
function Run({ state, onClose }: { state: ExportState; onClose: () => void }) {
  const { t } = useTranslation(["request-log", "ui"]);
  const { kind } = state;
  const done = "done" in state ? state.done : 0;
  const total = "total" in state ? state.total : 0;
  return (
    <Modal
      opened={kind !== "none"}
      onClose={onClose}
      title={
        <Text span fw={640} fz="lg">
          {t(kind === "saved" ? "export.saved" : "export.title")}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack gap="md">
        <Progress
          value={kind === "saved" ? 100 : (done / Math.max(1, total)) * 100}
          color={kind === "failed" ? "red.8" : "good"}
          aria-label={t("export.progress")}
        />
        <Text component="output" fz="sm" className="numeric">
          {t("export.rows", { done: formatNumber(done), total: formatNumber(total) })}
        </Text>
        {kind === "failed" && (
          <Text fz="sm" c="var(--mantine-color-error)" role="alert">
            {state.msg || t("ui:networkFailed")}
          </Text>
        )}
        {kind === "saved" && state.beyond > 0 && (
          <Text fz="sm" c="dimmed">
            {t("export.beyond", { most: formatNumber(MAX_ROWS) })}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(kind === "walking" ? "ui:cancel" : "ui:close")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
