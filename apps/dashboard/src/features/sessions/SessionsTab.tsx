import { SimpleGrid, Stack } from "@mantine/core";
import { Devices } from "./Devices.tsx";
import { LoginDuration } from "./LoginDuration.tsx";
import { LoginLog } from "./LoginLog.tsx";
import { SeveralDevices } from "./SeveralDevices.tsx";

/** The account's sessions, how long they last, and the login log. */
export function SessionsTab() {
  return (
    <Stack gap="lg">
      <Devices />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <LoginDuration />
        <SeveralDevices />
      </SimpleGrid>
      <LoginLog />
    </Stack>
  );
}
