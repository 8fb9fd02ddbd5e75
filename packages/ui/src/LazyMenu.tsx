import { ActionIcon } from "@mantine/core";
import { type ReactNode, Suspense, useState } from "react";

/** A menu's button; the menu itself is loaded when it is asked for, and opens then. */
export function LazyMenu(props: { label: string; icon: ReactNode; menu: ReactNode }) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      {props.icon}
    </ActionIcon>
  );
  return wanted ? <Suspense fallback={button}>{props.menu}</Suspense> : button;
}
