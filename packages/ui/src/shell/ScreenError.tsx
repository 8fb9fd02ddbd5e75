import { Center } from "@mantine/core";
import { onceOnline } from "../lib/once-online.ts";
import { ErrorState } from "../ErrorState.tsx";

/** Waits for the network: without one, the browser would show its own error page instead. */
const reload = () => void onceOnline(async () => location.reload());

/** Shown when a screen throws or its code cannot be loaded; within the shell the menu stays. */
export function ScreenError(props: { inShell?: boolean }) {
  return (
    <Center component={props.inShell ? "section" : "main"} mih="60vh">
      <ErrorState onRetry={reload} />
    </Center>
  );
}
