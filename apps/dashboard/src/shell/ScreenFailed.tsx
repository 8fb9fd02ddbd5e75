import { Center } from "@mantine/core";
import { ErrorState } from "../ui/ErrorState.tsx";

/** What stands where a screen broke or its code did not arrive; within the shell the menu stays. */
export function ScreenFailed(props: { inShell?: boolean }) {
  return (
    <Center component={props.inShell ? "section" : "main"} mih="60vh">
      <ErrorState onRetry={() => location.reload()} />
    </Center>
  );
}
