import { Button, Group, Stack } from "@mantine/core";
import { IconCopy, IconDownload } from "@turnpike/ui/icons.ts";
import { proxyFileName } from "@turnpike/proxy-strings/write/file-name.ts";
import { rowsFile } from "@turnpike/proxy-strings/write/proxy-file.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { proxyFormatFacts, proxyFormats } from "@turnpike/proxy-strings/write/proxy-formats.ts";
import type { FileContents } from "@turnpike/rules/file-name.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useBrand } from "@turnpike/ui/lib/brand.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { useStored } from "@turnpike/ui/lib/storage.ts";
import { saveNamed } from "@turnpike/ui/lib/save-file.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { type Form, FormatFields } from "./FormatFields.tsx";
import { TemplateFields } from "./TemplateFields.tsx";
import { useTemplate } from "./use-template.ts";

const first: Form = { format: "host-port-user-pass", protocol: "http" };

/** The format copied or saved last in this browser, for any product. */
function useForm(): [Form, (form: Form) => void] {
  const [stored, store] = useStored("app.proxyForm");
  return [isForm(stored) ? stored : first, store];
}

function isForm(stored: unknown): stored is Form {
  if (typeof stored !== "object" || stored === null) return false;
  const { format, protocol } = stored as { [name in keyof Form]?: unknown };
  return (
    typeof format === "string" &&
    Object.hasOwn(proxyFormats, format) &&
    (protocol === "http" || protocol === "socks5")
  );
}

/** Shows, copies or saves already loaded proxies in any format. */
export function ChooseForm(props: {
  proxies: readonly ProxyFields[];
  /** What the file contains. */
  contents: FileContents;
  onDone: () => void;
}) {
  const { t } = useTranslation(["formats", "lines"]);
  const { proxies, contents, onDone } = props;
  const copy = useCopy();
  const [form, keepForm] = useForm();
  const [template, keepTemplate] = useTemplate();
  const { format, protocol } = form;
  const { name } = useBrand();
  const text = useMemo(() => {
    const rows = proxies.map((fields) => ({ fields, template }));
    return rowsFile(format, rows, { protocol, name });
  }, [proxies, format, protocol, template, name]);
  const { type } = proxyFormatFacts(format);
  const act = (done: () => void) => () => {
    done();
    onDone();
  };
  return (
    <Stack gap="md">
      <FormatFields form={form} onChange={keepForm} />
      {format === "txt" && <TemplateFields value={template} onChange={keepTemplate} />}
      <CodeBlock code={text} label={t("text")} maxHeightPx={240} />
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={act(() =>
            saveNamed({
              name: proxyFileName({ brand: name, contents, format, when: productClock.nowMs() }),
              text,
              type,
            }),
          )}
        >
          {t("download")}
        </Button>
        <Button
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={act(() => copy.run(text, t("lines:copy.done", { count: proxies.length })))}
        >
          {t("copy")}
        </Button>
      </Group>
    </Stack>
  );
}
