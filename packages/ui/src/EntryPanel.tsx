import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import { EmptyState } from "./EmptyState.tsx";
import { Loaded, type Reading } from "./Loaded.tsx";
import { Panel } from "./Panel.tsx";

/** A panel of entries, one below the other, and the button that adds one. */
export function EntryPanel<A, Row>(props: {
  of: Reading<A>;
  rowsOf: (answer: A) => readonly Row[];
  title: string;
  description?: ReactNode;
  /** Beside the title, or where there is no entry yet. */
  action?: ReactNode;
  empty: { icon: ReactNode; title: string; text: string };
  /** Shown below what an empty panel says. */
  example?: ReactNode;
  listClass: string | undefined;
  lines?: number;
  children: (row: Row) => ReactNode;
}) {
  const { of, rowsOf, title, description, action } = props;
  const isEmpty = of.data !== undefined && rowsOf(of.data).length === 0;
  const content = (
    <Loaded of={of} lines={props.lines ?? 3}>
      {(answer) =>
        isEmpty ? (
          <>
            <EmptyState {...props.empty} action={action} />
            {props.example}
          </>
        ) : (
          <ul className={props.listClass} aria-label={title}>
            {rowsOf(answer).map(props.children)}
          </ul>
        )
      }
    </Loaded>
  );
  return (
    <Panel
      flush
      title={title}
      description={description}
      actions={of.data !== undefined && !isEmpty && action}
    >
      {of.data === undefined && !of.error ? <Box p="md">{content}</Box> : content}
    </Panel>
  );
}
