import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@turnpike/ui/icons.ts";
import type { Act, AnyAct } from "./act.ts";
import { useCanCall } from "../../lib/me.ts";
import { useT } from "../../lib/words.ts";
import { ActItem } from "./acts.tsx";

/** An item that opens a dialog of its own. */
interface DialogItem {
  /** The call that its form makes: without the right to it, the item is not offered. */
  makes: Act["call"];
  label: string;
  onOpen: () => void;
}

/** Menu with the actions on one row; renders nothing if the role permits none. */
export function RowMenu({
  name,
  dialogs = [],
  acts,
}: {
  name: string;
  dialogs?: readonly DialogItem[];
  acts: readonly AnyAct[];
}) {
  const t = useT();
  const canCall = useCanCall();
  const offered = (acts as unknown as readonly Act[]).filter(({ call }) => canCall(call));
  const opened = dialogs.filter(({ makes }) => canCall(makes));
  if (offered.length + opened.length === 0) return null;
  return (
    <Menu shadow="md" position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("actsOf", { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {opened.map(({ label, onOpen }) => (
          <Menu.Item key={label} onClick={onOpen}>
            {label}
          </Menu.Item>
        ))}
        {offered.map((act) => (
          <ActItem key={`${act.call} ${act.words ?? ""}`} act={act} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
