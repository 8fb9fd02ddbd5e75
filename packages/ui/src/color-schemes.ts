import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

/** The three choices of appearance. */
export const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
