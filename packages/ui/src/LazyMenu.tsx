import { ActionIcon } from "@mantine/core";
import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from "react";
import classes from "./LazyMenu.module.css";

/** A menu button; the menu's code is loaded on the first click, and the menu then opens. */
export function LazyMenu(props: { label: string; icon: ReactNode; menu: ReactNode }) {
  const [wanted, setWanted] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
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
  return (
    <span ref={place} className={classes.place}>
      {wanted ? (
        <Suspense fallback={<Handed to={place}>{button}</Handed>}>
          <Handed to={place}>{props.menu}</Handed>
        </Suspense>
      ) : (
        button
      )}
    </span>
  );
}

/** Passes the focus on when one button replaces another that was focused. */
function Handed(props: { to: RefObject<HTMLElement | null>; children: ReactNode }) {
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    props.to.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [props.to]);
  return props.children;
}
