import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../Dialog.tsx";
import { DialogForm } from "../DialogForm.tsx";
import { toast } from "../lib/toast.ts";
import {
  type Act,
  type Field,
  type OwnDialog,
  type Sent,
  textOf,
  toCallInput,
  type Values,
} from "./act.ts";
import { ActField } from "./ActField.tsx";

const initialOf = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? ""]));

/** The dialog of an act, or one with a content of its own. */
export function ActDialog({ act, onClose }: { act: Act | OwnDialog; onClose: () => void }) {
  const [shown, setShown] = useState<ReactNode>(null);
  const isDone = shown !== null;
  const { size = "md", isShownOnce = false } = act;
  return (
    <Dialog
      title={(isDone && !("body" in act) && act.resultTitle) || act.title}
      size={size}
      locked={isShownOnce && (isDone || "body" in act)}
      onClose={onClose}
    >
      {"body" in act ? (
        act.body(onClose)
      ) : (
        <>
          {/* Kept, in case that the result leads back to it. */}
          <div hidden={isDone}>
            <ActForm act={act} onClose={onClose} onResult={setShown} />
          </div>
          {isDone && (
            <Result onClose={onClose} ownButtons={act.ownButtons ?? false}>
              {shown}
            </Result>
          )}
        </>
      )}
    </Dialog>
  );
}

/** What an act led to, with a button that closes the dialog unless it has its own. */
function Result(props: { children: ReactNode; ownButtons: boolean; onClose: () => void }) {
  const { t } = useTranslation("ui");
  if (props.ownButtons) return props.children;
  return (
    <Stack>
      {props.children}
      <Group justify="flex-end">
        <Button data-autofocus onClick={props.onClose}>
          {t("close")}
        </Button>
      </Group>
    </Stack>
  );
}

interface FormProps {
  act: Act;
  onClose: () => void;
  onResult: (shown: ReactNode) => void;
}

/** Explains what an act does and to what, asks for its fields, and sends it. */
function ActForm(props: FormProps) {
  const { act } = props;
  const { t } = useTranslation("ui");
  const form = useActForm(props);
  const { submit = act.title } = act;
  return (
    <DialogForm
      submit={typeof submit === "function" ? submit(form.values) : submit}
      disabled={act.disabled ?? false}
      busy={form.busy}
      danger={act.danger ?? false}
      {...(act.back ? { back: act.back.label, onBack: act.back.open } : {})}
      focusBack={form.fields.length === 0 && act.confirmText === undefined}
      onSubmit={() => void form.submit()}
    >
      {act.text && (
        <Text component="div" c="dimmed">
          {act.text}
        </Text>
      )}
      {act.notice}
      {form.fields.map((field, at) => (
        <ActField
          key={field.name}
          field={field}
          values={form.values}
          error={form.errors[field.name]}
          first={at === 0}
          onChange={form.set}
          onBlur={() => form.leave(field)}
        />
      ))}
      {act.confirmText !== undefined && (
        <TextInput
          label={t("act.typeName", { name: act.confirmText })}
          autoComplete="off"
          spellCheck={false}
          value={form.name}
          error={form.errors["typed"]}
          onChange={(event) => form.setName(event.currentTarget.value)}
        />
      )}
      {act.below !== undefined && (
        <Text fz="sm" c="dimmed">
          {act.below}
        </Text>
      )}
      {form.fault && (
        <Alert color="red" role="alert">
          {form.fault}
        </Alert>
      )}
    </DialogForm>
  );
}

/** What is wrong with a field's value; null if nothing is. */
function faultOf(field: Field, values: Values, missing: string): string | null {
  const value = textOf(field, values);
  return field.fault?.(value, values) ?? (!field.optional && !value ? missing : null);
}

/** State of an act's form: values, errors and submission. */
function useActForm({ act, onClose, onResult }: FormProps) {
  const { t } = useTranslation("ui");
  const all = act.fields ?? [];
  const [values, setValues] = useState(() => initialOf(all));
  const [name, setName] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const fields = all.filter((field) => field.when?.(values) !== false);
  const validate = () => {
    const found: Record<string, string> = {};
    for (const field of fields) {
      const wrong = faultOf(field, values, t("act.missing"));
      if (wrong) found[field.name] = wrong;
    }
    if (act.confirmText !== undefined && name.trim() !== act.confirmText)
      found["typed"] = t("act.typeExactly");
    return found;
  };
  const finish = (answer: unknown, sent: Sent) => {
    const message = act.done?.(answer);
    if (message) toast.success(message);
    act.onDone?.(answer);
    const shown = act.result?.(answer, onClose, { sent, back: () => onResult(null) });
    if (shown) onResult(shown);
    else onClose();
  };
  const submit = async () => {
    const found = validate();
    const sent = toCallInput(fields, values);
    const isRight = Object.keys(found).length === 0;
    const wrong = isRight ? act.check?.(sent) : undefined;
    setErrors(found);
    setFault(wrong ?? "");
    if (busy || !isRight || wrong) return;
    setBusy(true);
    try {
      finish(await act.send(sent), sent);
    } catch (error) {
      if (act.closesOn?.(error)) return onClose();
      const why = act.explain(error, sent);
      const { field = "", message = "" } = why ?? {};
      if (fields.some((one) => one.name === field)) setErrors({ [field]: message });
      else setFault(message);
    } finally {
      setBusy(false);
    }
  };
  const set = (field: string, text: string) => {
    setValues((before) => ({ ...before, [field]: text }));
    setErrors(({ [field]: _gone, ...others }) => others);
  };
  /** A value that was typed is judged when its field is left; a missing one only when it is sent. */
  const leave = (field: Field) => {
    const wrong = values[field.name] ? faultOf(field, values, "") : null;
    if (wrong) setErrors((before) => ({ ...before, [field.name]: wrong }));
  };
  return { fields, values, errors, fault, busy, set, leave, name, setName, submit };
}
