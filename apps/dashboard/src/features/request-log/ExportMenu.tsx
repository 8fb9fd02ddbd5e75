import { Button, Group, Menu, Modal, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format.ts";
import { logFormats, ROWS_MOST } from "./log-export.ts";
import type { LogFilter } from "./log-filter.ts";
import { type ExportState, useExport } from "./use-export.ts";

/** Saves all rows of the filter, as CSV or JSON. */
export function ExportMenu(props: { filter: LogFilter; empty: boolean }) {
  const { t } = useTranslation("request-log");
  const { state, start, close } = useExport(props.filter);
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            disabled={props.empty}
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            {t("export.open")}
          </Button>
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

/** How far it is; closing ends it. */
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
          color={kind === "failed" ? "red.8" : "pike"}
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
            {t("export.beyond", { most: formatNumber(ROWS_MOST) })}
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
