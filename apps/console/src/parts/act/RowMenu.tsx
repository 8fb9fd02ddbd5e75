import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@turnpike/ui/icons.ts";
import type { Act, AnyAct } from "./act.ts";
import { useCanCall } from "../../lib/me.ts";
import { useT } from "../../lib/words.ts";
import { ActItem } from "./acts.tsx";

/** Menu with the actions on one row; renders nothing if the role permits none. */
export function RowMenu({ name, acts }: { name: string; acts: readonly AnyAct[] }) {
  const t = useT();
  const canCall = useCanCall();
  const offered = (acts as unknown as readonly Act[]).filter(({ call }) => canCall(call));
  if (offered.length === 0) return null;
  return (
    <Menu shadow="md" position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("actsOf", { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((act) => (
          <ActItem key={`${act.call} ${act.words ?? ""}`} act={act} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
