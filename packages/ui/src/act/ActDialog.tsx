import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogButtons } from "../DialogButtons.tsx";
import { FormModal } from "../FormModal.tsx";
import { toast } from "../lib/toast.ts";
import { type Act, type Field, toCallInput, type Values } from "./act.ts";
import { ActField } from "./ActField.tsx";

const initialOf = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? ""]));

/** Explains what an act does and to what, asks for its fields, and sends it. */
export function ActDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const [shown, setShown] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);
  const isLocked = shown !== null && (act.isShownOnce ?? false);
  return (
    <FormModal
      title={act.title}
      size={act.isWide ? "lg" : "md"}
      locked={isLocked}
      busy={busy}
      onClose={onClose}
    >
      {shown === null ? (
        <ActForm act={act} onClose={onClose} onResult={setShown} busy={busy} onBusy={setBusy} />
      ) : (
        <Result onClose={onClose} ownButtons={act.ownButtons ?? false}>
          {shown}
        </Result>
      )}
    </FormModal>
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
  busy: boolean;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
  onResult: (shown: ReactNode) => void;
}

function ActForm(props: FormProps) {
  const { act, busy } = props;
  const { t } = useTranslation("ui");
  const form = useActForm(props);
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <Stack gap="md">
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
        {form.fault && (
          <Alert color="red" role="alert">
            {form.fault}
          </Alert>
        )}
        <DialogButtons
          submit={act.submit ?? act.title}
          busy={busy}
          danger={act.danger ?? false}
          focusBack={form.fields.length === 0 && act.confirmText === undefined}
          onBack={props.onClose}
        />
      </Stack>
    </form>
  );
}

/** State of an act's form: values, errors and submission. */
function useActForm({ act, busy, onBusy, onClose, onResult }: FormProps) {
  const { t } = useTranslation("ui");
  const all = act.fields ?? [];
  const [values, setValues] = useState(() => initialOf(all));
  const [name, setName] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [fault, setFault] = useState("");
  const fields = all.filter((field) => field.when?.(values) !== false);
  const validate = () => {
    const found: Record<string, string> = {};
    for (const field of fields) {
      const value = values[field.name]?.trim() ?? "";
      const wrong = field.fault?.(value);
      if (wrong) found[field.name] = wrong;
      else if (!field.optional && !value) found[field.name] = t("act.missing");
    }
    if (act.confirmText !== undefined && name.trim() !== act.confirmText)
      found["typed"] = t("act.typeExactly");
    return found;
  };
  const finish = (answer: unknown) => {
    const message = act.done?.(answer);
    if (message) toast.success(message);
    act.onDone?.(answer);
    const shown = act.result?.(answer, onClose);
    if (shown) onResult(shown);
    else onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = validate();
    setErrors(found);
    setFault("");
    if (busy || Object.keys(found).length > 0) return;
    onBusy(true);
    try {
      finish(await act.send(toCallInput(fields, values)));
    } catch (error) {
      if (act.closesOn?.(error)) return onClose();
      const why = act.explain(error);
      const { field = "", message = "" } = why ?? {};
      if (fields.some((one) => one.name === field)) setErrors({ [field]: message });
      else setFault(message);
    } finally {
      onBusy(false);
    }
  };
  const set = (field: string, text: string) => {
    setValues((before) => ({ ...before, [field]: text }));
    setErrors(({ [field]: _gone, ...others }) => others);
  };
  return { fields, values, errors, fault, set, name, setName, submit };
}
