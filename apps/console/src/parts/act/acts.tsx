/** Opens an action's dialog from anywhere; the shell renders the dialog. */
import { Button, type ButtonProps, Menu } from "@mantine/core";
import { type Act as UiAct, type Field as UiField, showAct } from "@turnpike/ui/act/act.ts";
import { makeRequestIds } from "@turnpike/ui/lib/request-ids.ts";
import type { ReactNode } from "react";
import { callApi, type CallInput, type CallName, CallRefused } from "../../lib/call.ts";
import { calls } from "../../lib/calls.gen.ts";
import { useCanCall } from "../../lib/me.ts";
import { queryClient } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import type { Act, Field } from "./act.ts";

/** The form's fields, plus a reason if the call takes one. */
function fieldsOf<K extends CallName>({ call, fields = [] }: Act<K>): UiField[] {
  const { reason } = calls[call];
  const asked: Field[] = [...fields];
  if (reason && !asked.some(({ name }) => name === "reason"))
    asked.push({ name: "reason", kind: "long", optional: reason === "optional" });
  return asked.map((field) => ({ ...field, label: word("fields", field.words ?? field.name) }));
}

/** Opens an action's dialog; its texts are `acts.<words>` or `acts.<call>`. */
export function openAct<K extends CallName>(act: Act<K>): void {
  const { call, fixed, toInput, done, ...shown } = act;
  const group = act.words ?? call;
  const words = (part: string) =>
    word("acts", `${group}.${part}`).replaceAll("{{name}}", () => act.name ?? "");
  const text = words("text");
  const ids = makeRequestIds();
  showAct({
    ...shown,
    title: words("title"),
    text: text === `${group}.text` ? null : text,
    notice: act.notice,
    fields: fieldsOf(act),
    send: async (values) => {
      const parameters = { ...fixed, ...(toInput ? toInput(values) : values) };
      const once = calls[call].once ? { requestId: ids.idFor(parameters) } : {};
      const answer = await callApi(call, { ...parameters, ...once } as unknown as CallInput<K>);
      void queryClient.invalidateQueries();
      return answer;
    },
    explain: (error) => ({
      field: error instanceof CallRefused ? error.field : undefined,
      message: (error as Error).message,
    }),
    done: (answer) => done?.(answer) ?? (act.result ? undefined : words("done")),
  } as UiAct<Awaited<ReturnType<typeof callApi<K>>>>);
}

const titleOf = (act: { call: CallName; words?: string }) =>
  word("acts", `${act.words ?? act.call}.title`);

/** A button that opens an action's dialog; renders nothing if the role does not permit it. */
export function ActButton<K extends CallName>(
  props: { act: Act<K>; icon?: ReactNode } & Pick<ButtonProps, "variant" | "size" | "disabled">,
) {
  const canCall = useCanCall();
  useT();
  const { act, icon, ...button } = props;
  if (!canCall(act.call)) return null;
  const danger = act.danger ? { color: "red", variant: "light" } : {};
  return (
    <Button
      size="xs"
      variant="default"
      {...danger}
      {...button}
      leftSection={icon}
      onClick={() => openAct(act)}
    >
      {titleOf(act)}
    </Button>
  );
}

/** The same as a menu item. */
export function ActItem<K extends CallName>(props: { act: Act<K>; icon?: ReactNode }) {
  const may = useCanCall();
  useT();
  const { act } = props;
  if (!may(act.call)) return null;
  return (
    <Menu.Item
      {...(act.danger ? { color: "red" } : {})}
      leftSection={props.icon}
      onClick={() => openAct(act)}
    >
      {titleOf(act)}
    </Menu.Item>
  );
}
