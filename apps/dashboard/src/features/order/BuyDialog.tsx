import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import type { Start } from "./BuyFlow.tsx";
import type { Kind } from "./plan.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const BuyFlow = lazyComponent(async () => (await import("./BuyFlow.tsx")).BuyFlow);

/** A purchase dialog (`BuyFlow`); its code loads when it is first opened. */
export function BuyDialog(props: {
  opened: boolean;
  start: Start;
  onKind?: (kind: Kind) => void;
  onClose: () => void;
}) {
  return (
    <LazyMount wanted={props.opened}>
      <BuyFlow {...props} />
    </LazyMount>
  );
}
