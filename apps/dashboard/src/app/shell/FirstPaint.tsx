import { Center, Loader } from "@mantine/core";

/** What stands before the first screen is there. */
export function FirstPaint() {
  return (
    <Center component="main" mih="100vh">
      <Loader aria-label="Turnpike" />
    </Center>
  );
}
