import { List, Text } from "@mantine/core";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import type { CallResult } from "../../lib/call.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ImportForm, LineFaults, LineNotes } from "../../parts/ImportForm.tsx";

type Preview = CallResult<"exitImportPreview">;
const EXAMPLE = `ip,kind,country,state,city,isp,asn,product,provenance
203.0.113.10,local,DE,Berlin,Berlin,Example Net,64500,pool,"own network, RIPE"`;

/** Imports exits from CSV; first previews the changes and lists the invalid lines. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <ImportForm
      title={t("import.title")}
      text={t("import.text")}
      example={EXAMPLE}
      ask={(csv) => ({ csv })}
      look={useCallMutation("exitImportPreview", { quiet: true })}
      apply={useCallMutation("exitImport")}
      applyLabel={({ added, changedCount, errorCount }) => {
        const count = added + changedCount;
        const ready = errorCount === 0 && count > 0;
        return ready ? t("import.apply", { count, number: formatNumber(count) }) : null;
      }}
      doneText={({ added, changed }) =>
        t("import.done", { added: formatNumber(added), changed: formatNumber(changed) })
      }
      show={(preview) => <PreviewOf preview={preview} />}
      onClose={onClose}
    />
  );
}

function PreviewOf({ preview }: { preview: Preview }) {
  const t = useT();
  const { errorCount: count, errors } = preview;
  return (
    <>
      <Text fw={600}>
        {t("import.changes", {
          added: formatNumber(preview.added),
          changed: formatNumber(preview.changedCount),
          unchanged: formatNumber(preview.unchanged),
        })}
      </Text>
      {count > 0 && (
        <>
          <LineFaults>{t("import.errors", { count, number: formatNumber(count) })}</LineFaults>
          <LineNotes notes={errors.map(({ line, message }) => ({ line, text: message }))} />
        </>
      )}
      {preview.changed.length > 0 && (
        <List size="sm" mt="xs" listStyleType="none">
          {preview.changed.map(({ ip, product, fields }) => (
            <List.Item key={`${ip} ${product}`}>
              {ip} ({product}): {fields.join(", ")}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
