import {
  IconActivityHeartbeat,
  IconAffiliate,
  IconApi,
  IconBroadcast,
  IconChartBar,
  IconGauge,
  IconHistory,
  IconHome2,
  IconListSearch,
  IconMapPin,
  IconMapPinCheck,
  IconPlugConnected,
  IconServer2,
  IconServerBolt,
  IconSettings,
  IconShieldCheck,
  IconTicket,
  IconUserKey,
  type TablerIcon,
} from "@tabler/icons-react";
import { type Screen, screens, type TitleKey } from "./routes.tsx";

type Outside = "login" | "register" | "forgot" | "loading" | "terms" | "policy" | "notFound";
/** The titles of screens that stand in the menu. */
export type MenuTitle = Exclude<TitleKey, Outside>;
export type MenuScreen = Screen & { title: MenuTitle; menu: NonNullable<Screen["menu"]> };

/** The screens of the menu, in its order. */
export const menuScreens: readonly MenuScreen[] = screens.filter(
  (screen): screen is MenuScreen => screen.menu !== undefined,
);

/** Each screen's sign, in the menu and in the palette. */
export const screenIcons: Record<MenuTitle, TablerIcon> = {
  home: IconHome2,
  packagePurchase: IconChartBar,
  live: IconActivityHeartbeat,
  requestLog: IconListSearch,
  trafficUse: IconUserKey,
  whiteManage: IconShieldCheck,
  ispUser: IconMapPin,
  ispNouser: IconMapPinCheck,
  ispHistory: IconHistory,
  apiWhiteModel: IconBroadcast,
  apiExtract: IconApi,
  staticProxies: IconServer2,
  staticShortProxies: IconServerBolt,
  unlimitProxies: IconPlugConnected,
  unlimitBandwidth: IconGauge,
  promotionPlan: IconAffiliate,
  cdkey: IconTicket,
  setting: IconSettings,
};
