import { type ComponentType, lazy } from "react";
import { onceOnline } from "./once-online.ts";

/**
 * A component whose code loads when it is first rendered, and waits for a network if there is none:
 * a failed import would break its whole screen until the page is reloaded.
 */
export const lazyComponent = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => onceOnline(async () => ({ default: await load() })));
