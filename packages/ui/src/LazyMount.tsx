import { type ReactNode, Suspense, useState } from "react";

/** Mounts what is in it once it is wanted, and keeps it: a dialog whose code comes on its own. */
export function LazyMount({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [ever, setEver] = useState(wanted);
  if (wanted && !ever) setEver(true);
  return ever ? <Suspense fallback={null}>{children}</Suspense> : null;
}
