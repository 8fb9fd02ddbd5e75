import { Center } from "@mantine/core";
import { ErrorState } from "../ui/ErrorState.tsx";

/** What stands where a screen broke or its code did not arrive. */
export function ScreenFailed() {
  return (
    <Center component="main" mih="60vh">
      <ErrorState onRetry={() => location.reload()} />
    </Center>
  );
}
