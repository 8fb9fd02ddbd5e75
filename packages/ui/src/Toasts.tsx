import { type ComponentType, useEffect, useState } from "react";
import { onToast } from "./lib/toast.ts";

interface OutletProps {
  position: "top-right";
  limit: number;
}

/** Container for toasts; empty until there is one. */
export function Toasts() {
  const [Outlet, setOutlet] = useState<ComponentType<OutletProps> | null>(null);
  useEffect(() => onToast(({ Notifications }) => setOutlet(() => Notifications)), []);
  return Outlet && <Outlet position="top-right" limit={4} />;
}
