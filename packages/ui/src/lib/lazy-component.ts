import { type ComponentType, lazy } from "react";
import { onceOnline } from "./once-online.ts";

/**
 * A component whose code comes when it is first drawn, and waits for a network to come by: what is
 * asked for without one would take its whole screen down until that is loaded anew.
 */
export const lazyComponent = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => onceOnline(async () => ({ default: await load() })));
