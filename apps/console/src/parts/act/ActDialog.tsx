import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { DialogButtons } from "@turnpike/ui/DialogButtons.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CallName, type CallResult, CallRefused, type CallInput } from "../../lib/call.ts";
import { calls } from "../../lib/calls.gen.ts";
import { freshId } from "../../lib/fresh-id.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { type Act, type Field, toCallInput, type Values } from "./act.ts";
import { ActField } from "./ActFields.tsx";

/** The form's fields, plus a reason if the call takes one. */
function fieldsOf({ call, fields = [] }: Act): Field[] {
  const { reason } = calls[call];
  if (!reason || fields.some(({ name }) => name === "reason")) return [...fields];
  return [...fields, { name: "reason", kind: "long", optional: reason === "optional" }];
}

const initialOf = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? ""]));

/** Explains what an action does and to what, asks for its input, and runs it. */
export function ActDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const [shown, setShown] = useState<ReactNode>(null);
  const words = (part: string) =>
    word("acts", `${act.words ?? act.call}.${part}`).replaceAll("{{name}}", act.name ?? "");
  return (
    <FormModal title={words("title")} locked={shown !== null} onClose={onClose}>
      {shown === null ? (
        <ActForm act={act} words={words} onClose={onClose} onResult={setShown} />
      ) : (
        <Result onClose={onClose}>{shown}</Result>
      )}
    </FormModal>
  );
}

/** A result that is shown only once; only its button closes the dialog. */
function Result(props: { children: ReactNode; onClose: () => void }) {
  const { t } = useTranslation("ui");
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

function ActForm(props: {
  act: Act;
  words: (part: string) => string;
  onClose: () => void;
  onResult: (shown: ReactNode) => void;
}) {
  const { act, words } = props;
  const t = useT();
  const form = useActForm(act, (answer) => {
    const more = act.done?.(answer);
    toast.success(more ?? words("done"));
    act.onDone?.(answer);
    const shown = act.result?.(answer);
    if (shown) props.onResult(shown);
    else props.onClose();
  });
  const text = words("text");
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {text !== `${act.words ?? act.call}.text` && <Text c="dimmed">{text}</Text>}
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
            label={t("typeName", { name: act.confirmText })}
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
          submit={words("title")}
          busy={form.busy}
          danger={act.danger ?? false}
          onBack={props.onClose}
        />
      </Stack>
    </form>
  );
}

/** State of an action's form: values, errors and submission. */
function useActForm(act: Act, onDone: (answer: CallResult<CallName>) => void) {
  const t = useT();
  const all = fieldsOf(act);
  const [values, setValues] = useState(() => initialOf(all));
  const [name, setName] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [fault, setFault] = useState("");
  // Kept for retries: if a response is lost, the API does not run the action twice.
  const [requestId] = useState(freshId);
  const send = useCallMutation(act.call);
  const fields = all.filter((field) => field.when?.(values) !== false);
  const validate = () => {
    const found: Record<string, string> = {};
    for (const field of fields) {
      if (!field.optional && !values[field.name]?.trim()) found[field.name] = t("missing");
    }
    if (act.confirmText !== undefined && name.trim() !== act.confirmText)
      found["typed"] = t("typeExactly");
    return found;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validate();
    setErrors(found);
    setFault("");
    if (Object.keys(found).length > 0) return;
    const fieldValues = toCallInput(fields, values);
    const input = {
      ...act.fixed,
      ...(act.toInput ? act.toInput(fieldValues) : fieldValues),
      ...(calls[act.call].once ? { requestId } : {}),
    };
    send.mutate(input as CallInput<CallName>, {
      onSuccess: onDone,
      onError: (error) => {
        const field = error instanceof CallRefused ? error.field : undefined;
        if (field && fields.some((one) => one.name === field))
          setErrors({ [field]: error.message });
        else setFault(error.message);
      },
    });
  };
  const set = (field: string, text: string) => {
    setValues((before) => ({ ...before, [field]: text }));
    setErrors(({ [field]: _gone, ...others }) => others);
  };
  return { fields, values, errors, fault, set, name, setName, submit, busy: send.isPending };
}
