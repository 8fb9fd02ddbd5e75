import { Button, Group, Progress, Radio, SegmentedControl, Stack, Text } from "@mantine/core";
import { isTemplate } from "@turnpike/rules/proxy-format.ts";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBusy } from "../../lib/queries.ts";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { StepDialog } from "../../ui/StepDialog.tsx";
import { ExportTemplate } from "./ExportTemplate.tsx";
import { type ExportFormat, exportFormats, exportPreview } from "./export-file.ts";
import type { Term } from "./term.ts";
import { EXPORT, useExport, useExportCount, usePreviewRows } from "./use-export.ts";
import { useTemplate } from "./use-template.ts";

/** Saves the chosen ones, or all, as txt, csv, json or by a template. */
export function ExportDialog(props: {
  term: Term;
  /** Empty: all that have not expired. */
  ids: readonly string[];
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("static-edit");
  const { opened, onClose, ...chosen } = props;
  const busy = useBusy(EXPORT);
  return (
    <StepDialog opened={opened} title={t("export.title")} size="md" busy={busy} onClose={onClose}>
      <Form {...chosen} onClose={onClose} />
    </StepDialog>
  );
}

function Form({ term, ids, onClose }: { term: Term; ids: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(["static-edit", "ui"]);
  const [all, setAll] = useState(ids.length === 0);
  const [format, setFormat] = useState<ExportFormat>("txt");
  const [kept, keep] = useTemplate();
  const [template, setTemplate] = useState(kept);
  const wanted = all ? [] : ids;
  const file = useExport(onClose);
  const fits = format !== "txt" || isTemplate(template);
  const save = () => {
    if (!fits) return;
    if (format === "txt") keep(template);
    file.save({ term, ids: wanted, format, template });
  };
  return (
    <Stack gap="md">
      <Which term={term} count={ids.length} all={all} onAll={setAll} />
      <Stack gap={4}>
        <Text fz="sm" fw={500} id="export-format">
          {t("export.format")}
        </Text>
        <SegmentedControl
          aria-labelledby="export-format"
          value={format}
          onChange={(value) => setFormat(value as ExportFormat)}
          data={exportFormats.map((value) => ({ value, label: t(`export.formats.${value}`) }))}
        />
      </Stack>
      {format === "txt" && <ExportTemplate value={template} onChange={setTemplate} />}
      {fits && <Preview term={term} ids={wanted} format={format} template={template} />}
      {file.parts && (
        <Progress
          value={(file.parts.done / file.parts.of) * 100}
          animated
          aria-label={t("export.progress")}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={file.busy} onClick={onClose}>
          {t("ui:cancel")}
        </Button>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={file.busy}
          disabled={!fits}
          onClick={save}
        >
          {t("export.submit")}
        </Button>
      </Group>
    </Stack>
  );
}

/** The chosen ones or all; without any chosen, all. */
function Which(props: { term: Term; count: number; all: boolean; onAll: (all: boolean) => void }) {
  const { t } = useTranslation("static-edit");
  const { count, all, onAll } = props;
  const active = useExportCount(props.term);
  const allText = active === undefined ? t("export.all") : t("export.allOf", { count: active });
  if (count === 0) return <Text fz="sm">{allText}</Text>;
  return (
    <Radio.Group
      label={t("export.which")}
      value={all ? "all" : "chosen"}
      onChange={(value) => onAll(value === "all")}
    >
      <Stack gap={8} mt={8}>
        <Radio value="chosen" label={t("export.chosen", { count })} />
        <Radio value="all" label={allText} />
      </Stack>
    </Radio.Group>
  );
}

function Preview(props: {
  term: Term;
  ids: readonly string[];
  format: ExportFormat;
  template: string;
}) {
  const { t } = useTranslation("static-edit");
  const { term, ids, ...form } = props;
  const rows = usePreviewRows(term, ids);
  if (rows.length === 0) return null;
  return <CodeBlock code={exportPreview(rows, form)} label={t("export.preview")} />;
}
