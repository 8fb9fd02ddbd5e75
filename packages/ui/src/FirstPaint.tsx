import { useBrand } from "./lib/brand.ts";
import { Center, Loader } from "@mantine/core";

/** Shown until the first screen has loaded. */
export function FirstPaint() {
  return (
    <Center component="main" mih="100vh">
      <Loader aria-label={useBrand().name} />
    </Center>
  );
}
