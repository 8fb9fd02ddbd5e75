import {
  IconActivityHeartbeat,
  IconAffiliate,
  IconApi,
  IconBroadcast,
  IconBuildingBroadcastTower,
  IconChartBar,
  IconGauge,
  IconHistory,
  IconHome2,
  IconInfinity,
  IconKey,
  IconListSearch,
  IconMapPin,
  IconMapPinCheck,
  IconPlugConnected,
  IconReceipt,
  IconServer2,
  IconServerBolt,
  IconSettings,
  IconShieldCheck,
  IconTicket,
  IconUserKey,
  type Icon,
} from "@turnpike/ui/icons.ts";
import type { PlaceKey } from "../../lib/places.ts";
import { type Screen, screens, type TitleKey } from "./routes.tsx";

type Outside = "login" | "register" | "forgot" | "loading" | "terms" | "policy" | "notFound";
/** The titles of customers' screens. */
export type CustomerTitle = Exclude<TitleKey, Outside>;
export type CustomerScreen = Screen & { title: CustomerTitle };

/** The screens listed in the palette, in their order. */
export const customerScreens: readonly CustomerScreen[] = screens.filter(
  (screen): screen is CustomerScreen => screen.access === "customer",
);

/** The icon of each menu entry. */
export const placeIcons: Record<PlaceKey, Icon> = {
  overview: IconHome2,
  residential: IconUserKey,
  isp: IconBuildingBroadcastTower,
  staticIps: IconServer2,
  unlimited: IconInfinity,
  usage: IconChartBar,
  billing: IconReceipt,
  setting: IconSettings,
  affiliate: IconAffiliate,
  cdkey: IconTicket,
};

/** Each screen's icon in the palette. */
export const screenIcons: Record<CustomerTitle, Icon> = {
  home: IconHome2,
  packagePurchase: IconChartBar,
  live: IconActivityHeartbeat,
  requestLog: IconListSearch,
  trafficUse: IconUserKey,
  trafficAccess: IconKey,
  trafficUsage: IconChartBar,
  whiteManage: IconShieldCheck,
  ispUser: IconMapPin,
  ispNouser: IconMapPinCheck,
  ispAccess: IconKey,
  ispUsage: IconChartBar,
  ispHistory: IconHistory,
  apiWhiteModel: IconBroadcast,
  apiExtract: IconApi,
  staticProxies: IconServer2,
  staticShortProxies: IconServerBolt,
  staticAccess: IconKey,
  staticUsage: IconChartBar,
  unlimitProxies: IconPlugConnected,
  unlimitBandwidth: IconGauge,
  unlimitedAccess: IconKey,
  unlimitedUsage: IconChartBar,
  promotionPlan: IconAffiliate,
  cdkey: IconTicket,
  billing: IconReceipt,
  setting: IconSettings,
};
