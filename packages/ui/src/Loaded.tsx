import type { ReactNode } from "react";
import { ErrorState } from "./ErrorState.tsx";
import { LineSkeletons } from "./Skeletons.tsx";

/** What is read: its answer, or why there is none. */
export interface Reading<A> {
  data: A | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** What is read, once it has arrived; before that, lines that stand for it, or why it failed. */
export function Loaded<A>(props: {
  of: Reading<A>;
  /** Of the lines that stand for it. */
  lines?: number;
  height?: number;
  /** Instead of these lines. */
  waiting?: ReactNode;
  children: (data: A) => ReactNode;
}) {
  const { of } = props;
  if (of.data !== undefined) return props.children(of.data);
  if (of.error) return <ErrorState error={of.error} onRetry={() => void of.refetch()} />;
  return props.waiting ?? <LineSkeletons lines={props.lines ?? 4} height={props.height ?? 22} />;
}

type Answers<R extends readonly Reading<unknown>[]> = {
  [At in keyof R]: R[At] extends Reading<infer A> ? A : never;
};

/** Several answers as one. */
export function together<const R extends readonly Reading<unknown>[]>(
  ...all: R
): Reading<Answers<R>> {
  const failed = all.find(({ data, error }) => data === undefined && error);
  return {
    data: all.every(({ data }) => data !== undefined)
      ? (all.map(({ data }) => data) as Answers<R>)
      : undefined,
    error: failed?.error ?? null,
    refetch: () => Promise.all(all.map((one) => one.data === undefined && one.refetch())),
  };
}
