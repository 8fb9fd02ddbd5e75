import {
  Button,
  Checkbox,
  Group,
  Progress,
  Radio,
  SegmentedControl,
  Stack,
  Text,
} from "@mantine/core";
import { isTemplate, type ProxyFields } from "@turnpike/rules/proxy-format.ts";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBusy } from "../../lib/queries.ts";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { StepDialog } from "../../ui/StepDialog.tsx";
import { type Export, type ExportFormat, exportFormats, exportPreview } from "./export-file.ts";
import { TemplateFields } from "./TemplateFields.tsx";
import { EXPORT, useExport } from "./use-export.ts";
import { useTemplate } from "./use-template.ts";

interface Choice {
  from: Export["from"];
  /** Empty: all of them. */
  ids: readonly string[];
  words: { which: string; chosen: string; all: string };
  /** Where each has a format of its own: what lines in it are called. */
  own?: string;
  /** The first of those that will stand in the file, as far as they have been seen. */
  useFirst: (ids: readonly string[]) => readonly First[];
}

/** A proxy, and its own format where it has one. */
export interface First {
  fields: ProxyFields;
  format?: string;
}

/** Saves the chosen ones, or all, as txt, csv, json or by a template. */
export function ExportDialog({
  opened,
  title,
  onClose,
  ...choice
}: Choice & { opened: boolean; title: string; onClose: () => void }) {
  const busy = useBusy(EXPORT);
  return (
    <StepDialog opened={opened} title={title} size="md" busy={busy} onClose={onClose}>
      <Form {...choice} onClose={onClose} />
    </StepDialog>
  );
}

function Form({ onClose, ...choice }: Choice & { onClose: () => void }) {
  const { t } = useTranslation(["lines", "ui"]);
  const { ids, from, own } = choice;
  const [all, setAll] = useState(ids.length === 0);
  const [format, setFormat] = useState<ExportFormat>("txt");
  const [kept, keep] = useTemplate();
  const [template, setTemplate] = useState(kept);
  const [byOwn, setByOwn] = useState(own !== undefined);
  const wanted = all ? [] : ids;
  const file = useExport(onClose);
  const used = byOwn ? null : template;
  const fits = format !== "txt" || used === null || isTemplate(used);
  const save = () => {
    if (!fits) return;
    if (format === "txt" && used !== null) keep(used);
    file.save({ from, ids: wanted, format, template: used });
  };
  return (
    <Stack gap="md">
      <Which {...choice} all={all} onAll={setAll} />
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
      {format === "txt" && own && (
        <Checkbox label={own} checked={byOwn} onChange={() => setByOwn(!byOwn)} />
      )}
      {format === "txt" && !byOwn && <TemplateFields value={template} onChange={setTemplate} />}
      {fits && <Preview useFirst={choice.useFirst} ids={wanted} format={format} template={used} />}
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
function Which(
  props: Pick<Choice, "ids" | "words"> & { all: boolean; onAll: (all: boolean) => void },
) {
  const { ids, words, all, onAll } = props;
  if (ids.length === 0) return <Text fz="sm">{words.all}</Text>;
  return (
    <Radio.Group
      label={words.which}
      value={all ? "all" : "chosen"}
      onChange={(value) => onAll(value === "all")}
    >
      <Stack gap={8} mt={8}>
        <Radio value="chosen" label={words.chosen} />
        <Radio value="all" label={words.all} />
      </Stack>
    </Radio.Group>
  );
}

function Preview(props: Pick<Choice, "ids" | "useFirst"> & Pick<Export, "format" | "template">) {
  const { t } = useTranslation("lines");
  const { useFirst, ids, ...form } = props;
  const rows = useFirst(ids);
  if (rows.length === 0) return null;
  return <CodeBlock code={exportPreview(rows, form)} label={t("export.preview")} />;
}
