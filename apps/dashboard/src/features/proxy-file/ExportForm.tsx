import { Button, Checkbox, Group, Progress, Radio, Stack, Text } from "@mantine/core";
import { isTemplate } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { IconDownload } from "@turnpike/ui/icons.ts";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { useKeepsOpen } from "@turnpike/ui/Dialog.tsx";
import { type Export, textPreview } from "./export-file.ts";
import { type Form as FileForm, FormatFields } from "./FormatFields.tsx";
import { TemplateFields } from "./TemplateFields.tsx";
import type { ExportOf, First } from "./open-export.tsx";
import { useExport } from "./use-export.ts";
import { useTemplate } from "./use-template.ts";

const FilePreview = lazyComponent(async () => (await import("./FilePreview.tsx")).default);

/** Exports the selected proxies, or all, in any format. */
export function ExportForm({ onClose, ...of }: ExportOf & { onClose: () => void }) {
  const { t } = useTranslation(["lines", "ui"]);
  const { ids, from, own, words } = of;
  const [all, setAll] = useState(ids.length === 0);
  const [form, setForm] = useState<FileForm>({ format: "txt", protocol: "http" });
  const [storedTemplate, storeTemplate] = useTemplate();
  const [template, setTemplate] = useState(storedTemplate);
  const [byOwn, setByOwn] = useState(own !== undefined);
  const wanted = all ? [] : ids;
  const { first, total } = of.useRows(wanted);
  const file = useExport(onClose);
  useKeepsOpen(file.busy);
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
      <Which ids={ids} words={{ ...words, all: words.all(total) }} all={all} onAll={setAll} />
      <FormatFields form={form} onChange={setForm} />
      {isText && own && <Checkbox label={own} checked={byOwn} onChange={() => setByOwn(!byOwn)} />}
      {isText && !byOwn && <TemplateFields value={template} onChange={setTemplate} />}
      {fits && <Preview rows={first} form={form} template={used} />}
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
function Which(props: {
  ids: readonly string[];
  words: { which: string; chosen: string; all: string };
  all: boolean;
  onAll: (all: boolean) => void;
}) {
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

function Preview(props: { rows: readonly First[] } & Pick<Export, "form" | "template">) {
  const { t } = useTranslation("lines");
  const { rows, form, template } = props;
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
