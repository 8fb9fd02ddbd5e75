import { Center } from "@mantine/core";
import { onceOnline } from "@turnpike/ui/lib/once-online.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";

/** Without a network the browser would put a page of its own in this one's place. */
const reload = () => void onceOnline(async () => location.reload());

/** Shown where a screen threw or its code could not be loaded; within the shell the menu stays. */
export function ScreenError(props: { inShell?: boolean }) {
  return (
    <Center component={props.inShell ? "section" : "main"} mih="60vh">
      <ErrorState onRetry={reload} />
    </Center>
  );
}
