import { ThemeIcon } from "@mantine/core";
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDevicesQuestion,
  IconDeviceTablet,
  IconTerminal2,
  type TablerIcon,
} from "@tabler/icons-react";
import { type DeviceKind, deviceOf } from "./device.ts";

const icons: Record<DeviceKind, TablerIcon> = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  program: IconTerminal2,
  unknown: IconDevicesQuestion,
};

/** The sort of device behind a user agent. */
export function DeviceIcon(props: { agent: string; current: boolean }) {
  const Icon = icons[deviceOf(props.agent).kind];
  return (
    <ThemeIcon
      variant="light"
      size={38}
      radius="md"
      color={props.current ? "pike" : "gray"}
      aria-hidden
    >
      <Icon size={20} />
    </ThemeIcon>
  );
}
