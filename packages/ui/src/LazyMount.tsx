import { type ReactNode, Suspense, useState } from "react";

/** Mounts its children when first wanted and keeps them mounted, such as a lazy dialog. */
export function LazyMount({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [ever, setEver] = useState(wanted);
  if (wanted && !ever) setEver(true);
  return ever ? <Suspense fallback={null}>{children}</Suspense> : null;
}
