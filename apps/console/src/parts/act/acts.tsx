/** Opens an action's dialog from anywhere; the shell renders the dialog. */
import { Button, type ButtonProps, Menu } from "@mantine/core";
import { createContext, type ReactNode, use, useState } from "react";
import type { CallName } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useT, word } from "../../lib/words.ts";
import type { Act } from "./act.ts";
import { ActDialog } from "./ActDialog.tsx";

type Open = (act: Act) => void;
const OpenAct = createContext<Open>(() => {});

/** Provider for everything that opens action dialogs. */
export function ActsProvider({ children }: { children: ReactNode }) {
  const [act, setAct] = useState<{ act: Act; opening: number } | null>(null);
  const open: Open = (next) => setAct((last) => ({ act: next, opening: (last?.opening ?? 0) + 1 }));
  return (
    <OpenAct value={open}>
      {children}
      {act && <ActDialog key={act.opening} act={act.act} onClose={() => setAct(null)} />}
    </OpenAct>
  );
}

/** Returns a function that opens an action's dialog. */
export function useOpenAct(): <K extends CallName>(act: Act<K>) => void {
  const open = use(OpenAct);
  return (act) => open(act as unknown as Act);
}

const titleOf = (act: { call: CallName; words?: string }) =>
  word("acts", `${act.words ?? act.call}.title`);

/** A button that opens an action's dialog; renders nothing if the role does not permit it. */
export function ActButton<K extends CallName>(
  props: { act: Act<K>; icon?: ReactNode } & Pick<ButtonProps, "variant" | "size" | "disabled">,
) {
  const open = useOpenAct();
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
      onClick={() => open(act)}
    >
      {titleOf(act)}
    </Button>
  );
}

/** The same as a menu item. */
export function ActItem<K extends CallName>(props: { act: Act<K>; icon?: ReactNode }) {
  const open = useOpenAct();
  const may = useCanCall();
  useT();
  const { act } = props;
  if (!may(act.call)) return null;
  return (
    <Menu.Item
      {...(act.danger ? { color: "red" } : {})}
      leftSection={props.icon}
      onClick={() => open(act)}
    >
      {titleOf(act)}
    </Menu.Item>
  );
}
