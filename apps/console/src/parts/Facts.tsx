import classes from "@turnpike/ui/details.module.css";
import type { ReactNode } from "react";

/** Details of one thing: one term and value per line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.details}>{children}</dl>;
}

/** One line of `Facts`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}
