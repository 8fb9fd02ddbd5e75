import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { useState } from "react";
import type { OpenTarget } from "./open-plan.ts";
import type { IpAuth } from "./pool-ip.ts";

const OpenDialog = lazyComponent(async () => (await import("./OpenDialog.tsx")).OpenDialog);

/** Opens exits in a dialog, whose code loads with the first ones; `onList` leads to the opened IPs. */
export function useOpening(auth: IpAuth, onList: () => void) {
  const [wanted, open] = useState<OpenTarget | null>(null);
  const dialog = (
    <LazyMount wanted={wanted !== null}>
      <OpenDialog
        auth={auth}
        wanted={wanted}
        onClose={(toList) => {
          open(null);
          if (toList) onList();
        }}
      />
    </LazyMount>
  );
  return { open, dialog };
}
