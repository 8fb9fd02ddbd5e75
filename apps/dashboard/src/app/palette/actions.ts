/** The palette's actions: each opens the place where it is done, or runs immediately. */
import {
  IconApi,
  IconArrowsExchange,
  IconBell,
  IconBook,
  IconCoin,
  IconDeviceDesktop,
  IconDevices,
  IconFileInvoice,
  IconGauge,
  IconGift,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconLockPassword,
  IconLogout,
  IconMapPin,
  IconMoon,
  IconPlugConnected,
  IconServer2,
  IconServerBolt,
  IconShieldCheck,
  IconShieldLock,
  IconShoppingCart,
  IconSun,
  IconTerminal2,
  IconUserPlus,
  IconWebhook,
  type Icon,
} from "@turnpike/ui/icons.ts";
import type { Need } from "@turnpike/ui/lib/may.ts";

/** Actions that open a screen, with its dialog where it has one. */
export const linkActions = {
  topUp: ["/cli/home?recharge=1", IconCoin],
  buyTraffic: ["/cli/traffic-use?dialog=buy", IconShoppingCart],
  buyIps: ["/cli/home?buy=ip-standard", IconShoppingCart],
  subAccount: ["/cli/traffic-use?dialog=create", IconUserPlus],
  endpoints: ["/cli/traffic-use?tab=endpoints", IconTerminal2],
  explain: ["/cli/traffic-use?tab=endpoints&dialog=explain", IconArrowsExchange],
  myAddress: ["/cli/white-manage", IconShieldCheck],
  link: ["/cli/api-extract", IconApi],
  openIp: ["/cli/isp-user", IconMapPin],
  takeStatic: ["/cli/static-proxies?take=1", IconServer2],
  takeShort: ["/cli/static-short-proxies?take=1", IconServerBolt],
  buyPorts: ["/cli/unlimit-proxies?buy=1", IconPlugConnected],
  buyBandwidth: ["/cli/unlimit-bandwidth?buy=1", IconGauge],
  redeem: ["/cli/cdkey", IconGift],
  invoices: ["/cli/billing", IconFileInvoice],
  password: ["/cli/setting?tab=security", IconLockPassword],
  mfa: ["/cli/setting?tab=security", IconShieldLock],
  sessions: ["/cli/setting?tab=sessions", IconDevices],
  alerts: ["/cli/setting?tab=alerts", IconBell],
  apiKeys: ["/cli/setting?tab=developers", IconKey],
  webhooks: ["/cli/setting?tab=developers", IconWebhook],
} as const satisfies Record<string, readonly [to: string, icon: Icon]>;

/** Rights that actions need; what a reader may not do is left out. */
export const neededBy: Partial<Record<keyof typeof linkActions, Need>> = {
  topUp: "buy",
  buyTraffic: "buy",
  buyIps: "buy",
  subAccount: "proxies",
  myAddress: "proxies",
  link: "buy",
  openIp: "buy",
  takeStatic: "buy",
  takeShort: "buy",
  buyPorts: "buy",
  buyBandwidth: "buy",
  redeem: "buy",
  password: "owner",
  mfa: "owner",
  sessions: "manage",
  apiKeys: "manage",
  webhooks: "manage",
};

/** Actions that run immediately. */
export const directActions = {
  docs: IconBook,
  keys: IconKeyboard,
  light: IconSun,
  dark: IconMoon,
  system: IconDeviceDesktop,
  signOut: IconLogout,
} as const satisfies Record<string, Icon>;

export const languageIcon = IconLanguage;
export type LinkAction = keyof typeof linkActions;
export type DirectAction = keyof typeof directActions;
