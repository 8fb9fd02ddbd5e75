import { Center } from "@mantine/core";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { onceOnline } from "@turnpike/ui/lib/once-online.ts";

/** Without a network the browser would put a page of its own in this one's place. */
const reload = () => void onceOnline(async () => location.reload());

/** Shown where a screen threw or its code could not be loaded. */
export function ScreenError() {
  return (
    <Center component="section" mih="60vh">
      <ErrorState onRetry={reload} />
    </Center>
  );
}
