import { Button, Menu } from "@mantine/core";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { IconChevronDown } from "@turnpike/ui/icons.ts";
import { useT } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { ActItem } from "../../parts/act/acts.tsx";

/** The actions on exits. `typed` is the text that confirms retiring them. */
export function exitActs(
  ids: readonly string[],
  name: string,
  typed: string,
  onDone: () => void = () => {},
): [Act<"exitRest">, Act<"exitMove">, Act<"exitRetire">] {
  const shared = { name, fixed: { ids }, onDone };
  return [
    { call: "exitRest", ...shared, fields: [{ name: "hours", kind: "integer", initial: "24" }] },
    { call: "exitMove", ...shared, fields: [{ name: "node", kind: "text", optional: true }] },
    { call: "exitRetire", ...shared, danger: true, confirmText: typed },
  ];
}

/** The same actions for all ticked rows. */
export function ChosenActs({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const t = useT();
  if (ids.length === 0) return null;
  const name = t("exits.chosen", { count: ids.length, number: formatNumber(ids.length) });
  const [rest, move, retire] = exitActs(ids, name, String(ids.length), onDone);
  return (
    <Menu shadow="md" position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="xs" variant="light" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActItem act={rest} />
        <ActItem act={move} />
        <ActItem act={retire} />
      </Menu.Dropdown>
    </Menu>
  );
}
