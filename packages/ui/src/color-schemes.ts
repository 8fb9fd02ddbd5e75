import { IconDeviceDesktop, IconMoon, IconSun } from "./icons.ts";

/** Icons of the three colour schemes. */
export const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
