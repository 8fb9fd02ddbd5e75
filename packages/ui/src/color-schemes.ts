import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

/** Icons of the three colour schemes. */
export const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
