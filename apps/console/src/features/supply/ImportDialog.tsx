import { Alert, List, Text, Textarea } from "@mantine/core";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { type FormEvent, useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ChooseFile } from "../../parts/ChooseFile.tsx";
import classes from "../../parts/import.module.css";

type Preview = CallResult<"exitImportPreview">;
const EXAMPLE = `ip,kind,country,state,city,isp,asn,product,provenance
203.0.113.10,local,DE,Berlin,Berlin,Example Net,64500,pool,"own network, RIPE"`;

function useImport(onClose: () => void) {
  const t = useT();
  const [csv, setCsv] = useState("");
  const [preview, setPreview] = useState<Preview>();
  const [fault, setFault] = useState("");
  const look = useCallMutation("exitImportPreview", { quiet: true });
  const apply = useCallMutation("exitImport");
  const changes = preview ? preview.added + preview.changedCount : 0;
  const ready = preview !== undefined && preview.errorCount === 0 && changes > 0;
  const change = (text: string) => {
    setCsv(text);
    setPreview(undefined);
    setFault("");
  };
  const onError = (error: Error) => setFault(error.message);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFault("");
    if (!ready) return look.mutate({ csv }, { onSuccess: setPreview, onError });
    apply.mutate(
      { csv },
      {
        onSuccess: ({ added, changed }) => {
          const counts = { added: formatNumber(added), changed: formatNumber(changed) };
          toast.success(t("import.done", counts));
          onClose();
        },
        onError,
      },
    );
  };
  const busy = look.isPending || apply.isPending;
  return { csv, change, preview, fault, setFault, changes, ready, submit, busy };
}

/** Imports exits from CSV; first previews the changes and lists the invalid lines. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const form = useImport(onClose);
  const number = formatNumber(form.changes);
  return (
    <Dialog title={t("import.title")} size="lg" onClose={onClose}>
      <DialogForm
        submit={
          form.ready ? t("import.apply", { count: form.changes, number }) : t("import.preview")
        }
        busy={form.busy}
        onSubmit={form.submit}
      >
        <Text c="dimmed">{t("import.text")}</Text>
        <ChooseFile accept=".csv,text/csv" onText={form.change} onFault={form.setFault} />
        <Textarea
          label={t("import.list")}
          placeholder={EXAMPLE}
          classNames={{ input: classes.csv ?? "" }}
          minRows={6}
          maxRows={14}
          autosize
          spellCheck={false}
          value={form.csv}
          onChange={(event) => form.change(event.currentTarget.value)}
        />
        {form.preview && <PreviewOf preview={form.preview} />}
        {form.fault && (
          <Alert color="red" role="alert">
            {form.fault}
          </Alert>
        )}
      </DialogForm>
    </Dialog>
  );
}

function PreviewOf({ preview }: { preview: Preview }) {
  const t = useT();
  return (
    <div className={classes.preview} role="status">
      <Text fw={600}>
        {t("import.changes", {
          added: formatNumber(preview.added),
          changed: formatNumber(preview.changedCount),
          unchanged: formatNumber(preview.unchanged),
        })}
      </Text>
      {preview.errorCount > 0 && (
        <>
          <Text className={classes.fault ?? ""} fw={550} mt="xs">
            {t("import.errors", {
              count: preview.errorCount,
              number: formatNumber(preview.errorCount),
            })}
          </Text>
          <List size="sm" listStyleType="none">
            {preview.errors.map(({ line, message }, at) => (
              <List.Item key={at}>
                {line === null ? message : `${t("import.line", { line })}: ${message}`}
              </List.Item>
            ))}
          </List>
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
    </div>
  );
}
