import { Button, Checkbox, Group, Progress, Radio, Stack, Text } from "@mantine/core";
import { isTemplate, type ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { IconDownload } from "@turnpike/ui/icons.ts";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBusy } from "../../lib/use-command.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { type Export, textPreview } from "./export-file.ts";
import { type Form as FileForm, FormatFields } from "./FormatFields.tsx";
import { TemplateFields } from "./TemplateFields.tsx";
import { EXPORT, useExport } from "./use-export.ts";
import { useTemplate } from "./use-template.ts";

const FilePreview = lazyComponent(async () => (await import("./FilePreview.tsx")).default);

interface Choice {
  from: Export["from"];
  /** Empty for all. */
  ids: readonly string[];
  words: { which: string; chosen: string; all: string };
  /** The label of each proxy's own format, if they have one. */
  own?: string;
  /** The first proxies of the file, as far as they have been loaded. */
  useFirst: (ids: readonly string[]) => readonly First[];
}

/** A proxy, with its own format if it has one. */
export interface First {
  fields: ProxyFields;
  format?: string;
}

/** Exports the selected proxies, or all, in any format. */
export function ExportDialog({
  opened,
  title,
  onClose,
  ...choice
}: Choice & { opened: boolean; title: string; onClose: () => void }) {
  const busy = useBusy(EXPORT);
  return (
    <StepDialog opened={opened} title={title} size="md" busy={busy} onClose={onClose}>
      <Suspense fallback={null}>
        <Form {...choice} onClose={onClose} />
      </Suspense>
    </StepDialog>
  );
}

function Form({ onClose, ...choice }: Choice & { onClose: () => void }) {
  const { t } = useTranslation(["lines", "ui"]);
  const { ids, from, own } = choice;
  const [all, setAll] = useState(ids.length === 0);
  const [form, setForm] = useState<FileForm>({ format: "txt", protocol: "http" });
  const [storedTemplate, storeTemplate] = useTemplate();
  const [template, setTemplate] = useState(storedTemplate);
  const [byOwn, setByOwn] = useState(own !== undefined);
  const wanted = all ? [] : ids;
  const file = useExport(onClose);
  const used = byOwn ? null : template;
  const isText = form.format === "txt";
  const fits = !isText || used === null || isTemplate(used);
  const save = () => {
    if (!fits) return;
    if (isText && used !== null) storeTemplate(used);
    file.save({ from, ids: wanted, form, template: used });
  };
  return (
    <Stack gap="md">
      <Which {...choice} all={all} onAll={setAll} />
      <FormatFields form={form} onChange={setForm} />
      {isText && own && <Checkbox label={own} checked={byOwn} onChange={() => setByOwn(!byOwn)} />}
      {isText && !byOwn && <TemplateFields value={template} onChange={setTemplate} />}
      {fits && <Preview useFirst={choice.useFirst} ids={wanted} form={form} template={used} />}
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

/** The selected ones or all; always all if none is selected. */
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

function Preview(props: Pick<Choice, "ids" | "useFirst"> & Pick<Export, "form" | "template">) {
  const { t } = useTranslation("lines");
  const { useFirst, ids, form, template } = props;
  const rows = useFirst(ids);
  if (rows.length === 0) return null;
  const label = t("export.preview");
  if (form.format === "txt") return <CodeBlock code={textPreview(rows, template)} label={label} />;
  const proxies = rows.map(({ fields }) => fields);
  return (
    <Suspense fallback={null}>
      <FilePreview form={form} proxies={proxies} label={label} />
    </Suspense>
  );
}
