import { Alert, List, Text, Textarea } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { useT } from "../lib/words.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import classes from "./ImportForm.module.css";

interface Import<Q, P, R> {
  title: string;
  text: string;
  example: string;
  /** What is asked of both calls for a list. */
  ask: (csv: string) => Q;
  look: UseMutationResult<P, Error, Q>;
  apply: UseMutationResult<R, Error, Q>;
  /** The button that applies what was looked at; null if it cannot be applied. */
  applyLabel: (preview: P) => string | null;
  doneText: (result: R) => string;
  /** What the list would do. */
  show: (preview: P) => ReactNode;
  onClose: () => void;
}

/** A list's text, and what became of it: a changed list is looked at again. */
function useImport<Q, P, R>({ ask, look, apply, applyLabel, doneText, onClose }: Import<Q, P, R>) {
  const [csv, setCsv] = useState("");
  const [preview, setPreview] = useState<P>();
  const [fault, setFault] = useState("");
  const forget = () => {
    setPreview(undefined);
    setFault("");
  };
  const change = (text: string) => {
    setCsv(text);
    forget();
  };
  const label = preview === undefined ? null : applyLabel(preview);
  const onError = (error: Error) => setFault(error.message);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFault("");
    if (label === null) return look.mutate(ask(csv), { onSuccess: setPreview, onError });
    const onSuccess = (result: R) => {
      toast.success(doneText(result));
      onClose();
    };
    apply.mutate(ask(csv), { onSuccess, onError });
  };
  const busy = look.isPending || apply.isPending;
  return { csv, change, forget, preview, fault, setFault, label, submit, busy };
}

/** Imports a list: first a preview, then the list as a whole. */
export function ImportForm<Q, P, R>({
  before,
  ...props
}: Import<Q, P, R> & {
  /** Fields above the list; `forget` drops what was looked at. */
  before?: (forget: () => void) => ReactNode;
}) {
  const t = useT();
  const form = useImport(props);
  return (
    <Dialog title={props.title} size="lg" onClose={props.onClose}>
      <DialogForm
        submit={form.label ?? t("import.preview")}
        busy={form.busy}
        onSubmit={form.submit}
      >
        <Text c="dimmed">{props.text}</Text>
        {before?.(form.forget)}
        <ChooseFile accept=".csv,text/csv" onText={form.change} onFault={form.setFault} />
        <Textarea
          label={t("import.list")}
          placeholder={props.example}
          classNames={{ input: classes.csv ?? "" }}
          minRows={6}
          maxRows={14}
          autosize
          spellCheck={false}
          value={form.csv}
          onChange={(event) => form.change(event.currentTarget.value)}
        />
        {form.preview !== undefined && (
          <div className={classes.preview} role="status">
            {props.show(form.preview)}
          </div>
        )}
        {form.fault && (
          <Alert color="red" role="alert" style={{ whiteSpace: "pre-line" }}>
            {form.fault}
          </Alert>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** Remarks on lines of the list. */
export function LineNotes({ notes }: { notes: readonly { line: number | null; text: string }[] }) {
  const t = useT();
  return (
    <List size="sm" listStyleType="none">
      {notes.map(({ line, text }, at) => (
        <List.Item key={at}>
          {line === null ? text : `${t("import.line", { line })}: ${text}`}
        </List.Item>
      ))}
    </List>
  );
}

/** How many lines cannot be used. */
export const LineFaults = ({ children }: { children: ReactNode }) => (
  <Text className={classes.fault ?? ""} fw={550} mt="xs">
    {children}
  </Text>
);
