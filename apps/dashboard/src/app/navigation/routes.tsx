/** The route table as data: each screen's access and title. Its place in the menu: lib/places.ts */
import type { ComponentType } from "react";
import type { Access } from "./guard.ts";

/** Keys of `shell.json` under `titles`. */
export type TitleKey =
  | "login"
  | "register"
  | "forgot"
  | "loading"
  | "terms"
  | "policy"
  | "home"
  | "packagePurchase"
  | "live"
  | "requestLog"
  | "trafficUse"
  | "trafficAccess"
  | "trafficUsage"
  | "whiteManage"
  | "staticProxies"
  | "staticShortProxies"
  | "staticAccess"
  | "staticUsage"
  | "unlimitProxies"
  | "unlimitBandwidth"
  | "unlimitedAccess"
  | "unlimitedUsage"
  | "ispUser"
  | "ispNouser"
  | "ispAccess"
  | "ispUsage"
  | "ispHistory"
  | "apiWhiteModel"
  | "apiExtract"
  | "promotionPlan"
  | "cdkey"
  | "billing"
  | "setting"
  | "notFound";

export interface Screen {
  path: string;
  title: TitleKey;
  access: Access;
  autoLogin?: boolean;
  load: () => Promise<ComponentType>;
}

export const screens: Screen[] = [
  {
    path: "/index/login",
    title: "login",
    access: "visitor",
    load: () => import("../../features/sign-in/Login.tsx").then(({ Login }) => Login),
  },
  {
    path: "/index/register",
    title: "register",
    access: "visitor",
    load: () => import("../../features/sign-in/Register.tsx").then(({ Register }) => Register),
  },
  {
    path: "/index/forgot",
    title: "forgot",
    // A customer who registered through a linked login sets a first password here
    // (spec/dashboard#navigation-guard: whitelisted).
    access: "anyone",
    load: () => import("../../features/sign-in/Forgot.tsx").then(({ Forgot }) => Forgot),
  },
  {
    path: "/index/loading",
    title: "loading",
    access: "anyone",
    autoLogin: true,
    load: () => import("../../features/sign-in/Loading.tsx").then(({ Loading }) => Loading),
  },
  {
    path: "/terms",
    title: "terms",
    access: "anyone",
    load: () => import("../../features/legal/Legal.tsx").then(({ Terms }) => Terms),
  },
  {
    path: "/policy",
    title: "policy",
    access: "anyone",
    load: () => import("../../features/legal/Legal.tsx").then(({ Policy }) => Policy),
  },
  {
    path: "/cli/home",
    title: "home",
    access: "customer",
    load: () => import("../../features/home/Home.tsx").then(({ Home }) => Home),
  },
  {
    path: "/cli/package-purchase",
    title: "packagePurchase",
    access: "customer",
    load: () => import("../../features/usage/Usage.tsx").then(({ Usage }) => Usage),
  },
  {
    path: "/cli/live",
    title: "live",
    access: "customer",
    load: () =>
      import("../../features/live/LiveTraffic.tsx").then(({ LiveTraffic }) => LiveTraffic),
  },
  {
    path: "/cli/request-log",
    title: "requestLog",
    access: "customer",
    load: () =>
      import("../../features/request-log/RequestLog.tsx").then(({ RequestLog }) => RequestLog),
  },
  {
    path: "/cli/traffic-use",
    title: "trafficUse",
    access: "customer",
    load: () =>
      import("../../features/traffic/TrafficPlan.tsx").then(({ TrafficPlan }) => TrafficPlan),
  },
  {
    path: "/cli/traffic-access",
    title: "trafficAccess",
    access: "customer",
    load: () =>
      import("../../features/access/TrafficAccess.tsx").then(({ TrafficAccess }) => TrafficAccess),
  },
  {
    path: "/cli/traffic-usage",
    title: "trafficUsage",
    access: "customer",
    load: () =>
      import("../../features/usage/ProductUsage.tsx").then(({ TrafficUsage }) => TrafficUsage),
  },
  {
    path: "/cli/white-manage",
    title: "whiteManage",
    access: "customer",
    load: () => import("../../features/whitelist/Whitelist.tsx").then(({ Whitelist }) => Whitelist),
  },
  {
    path: "/cli/api-white-model",
    title: "apiWhiteModel",
    access: "customer",
    load: () =>
      import("../../features/whitelisted-port/WhitelistedPorts.tsx").then(
        ({ WhitelistedPorts }) => WhitelistedPorts,
      ),
  },
  {
    path: "/cli/api-extract",
    title: "apiExtract",
    access: "customer",
    load: () =>
      import("../../features/extraction/Extraction.tsx").then(({ Extraction }) => Extraction),
  },
  {
    path: "/cli/isp-user",
    title: "ispUser",
    access: "customer",
    load: () => import("../../features/pool/IspPool.tsx").then(({ IspUser }) => IspUser),
  },
  {
    path: "/cli/isp-nouser",
    title: "ispNouser",
    access: "customer",
    load: () => import("../../features/pool/IspPool.tsx").then(({ IspNouser }) => IspNouser),
  },
  {
    path: "/cli/isp-access",
    title: "ispAccess",
    access: "customer",
    load: () => import("../../features/access/IspAccess.tsx").then(({ IspAccess }) => IspAccess),
  },
  {
    path: "/cli/isp-usage",
    title: "ispUsage",
    access: "customer",
    load: () => import("../../features/usage/ProductUsage.tsx").then(({ IspUsage }) => IspUsage),
  },
  {
    path: "/cli/isp-history",
    title: "ispHistory",
    access: "customer",
    load: () =>
      import("../../features/pool/PoolHistory.tsx").then(({ PoolHistory }) => PoolHistory),
  },
  {
    path: "/cli/static-proxies",
    title: "staticProxies",
    access: "customer",
    load: () =>
      import("../../features/static/list/StaticIps.tsx").then(({ StaticProxies }) => StaticProxies),
  },
  {
    path: "/cli/static-short-proxies",
    title: "staticShortProxies",
    access: "customer",
    load: () =>
      import("../../features/static/list/StaticIps.tsx").then(
        ({ StaticShortProxies }) => StaticShortProxies,
      ),
  },
  {
    path: "/cli/static-access",
    title: "staticAccess",
    access: "customer",
    load: () =>
      import("../../features/access/StaticAccess.tsx").then(({ StaticAccess }) => StaticAccess),
  },
  {
    path: "/cli/static-usage",
    title: "staticUsage",
    access: "customer",
    load: () =>
      import("../../features/usage/ProductUsage.tsx").then(({ StaticUsage }) => StaticUsage),
  },
  {
    path: "/cli/unlimit-proxies",
    title: "unlimitProxies",
    access: "customer",
    load: () =>
      import("../../features/unlimited/list/UnlimitedPlans.tsx").then(
        ({ UnlimitProxies }) => UnlimitProxies,
      ),
  },
  {
    path: "/cli/unlimit-bandwidth",
    title: "unlimitBandwidth",
    access: "customer",
    load: () =>
      import("../../features/unlimited/list/UnlimitedPlans.tsx").then(
        ({ UnlimitBandwidth }) => UnlimitBandwidth,
      ),
  },
  {
    path: "/cli/unlimit-access",
    title: "unlimitedAccess",
    access: "customer",
    load: () =>
      import("../../features/access/UnlimitedAccess.tsx").then(
        ({ UnlimitedAccess }) => UnlimitedAccess,
      ),
  },
  {
    path: "/cli/unlimit-usage",
    title: "unlimitedUsage",
    access: "customer",
    load: () =>
      import("../../features/usage/ProductUsage.tsx").then(({ UnlimitedUsage }) => UnlimitedUsage),
  },
  {
    path: "/cli/promotion-plan",
    title: "promotionPlan",
    access: "customer",
    load: () => import("../../features/affiliate/Affiliate.tsx").then(({ Affiliate }) => Affiliate),
  },
  {
    path: "/cli/cdkey",
    title: "cdkey",
    access: "customer",
    load: () => import("../../features/cdkey/Cdkeys.tsx").then(({ Cdkeys }) => Cdkeys),
  },
  {
    path: "/cli/billing",
    title: "billing",
    access: "customer",
    load: () => import("../../features/billing/Billing.tsx").then(({ Billing }) => Billing),
  },
  {
    path: "/cli/setting",
    title: "setting",
    access: "customer",
    load: () => import("../../features/settings/Settings.tsx").then(({ Settings }) => Settings),
  },
];

/** Redirects, from path to path (spec/dashboard#screens). */
export const redirects: Record<string, string> = {
  "/": "/cli",
  "/cli": "/cli/home",
  "/index": "/index/login",
  // Mails and refusals name it so.
  "/cli/identity": "/cli/setting?tab=identity",
};
