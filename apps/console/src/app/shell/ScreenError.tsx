import { Center } from "@mantine/core";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { onceOnline } from "@turnpike/ui/lib/once-online.ts";

/** Reloads once the network is back: offline, the browser would replace this page with its own. */
const reload = () => void onceOnline(async () => location.reload());

/** Shown when a screen threw or its code could not be loaded. */
export function ScreenError() {
  return (
    <Center component="section" mih="60vh">
      <ErrorState onRetry={reload} />
    </Center>
  );
}
