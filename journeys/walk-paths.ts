/** The addresses of all screens and of states with an address; capitals stand for an id. */
export const visitors = [
  "/index/login",
  "/index/register",
  "/index/forgot",
  "/terms",
  "/policy",
  "/nowhere",
];

/** Screens that differ for a customer who has nothing yet. */
export const newcomers = [
  "/cli/home",
  "/cli/package-purchase",
  "/cli/live",
  "/cli/request-log",
  "/cli/traffic-use",
  "/cli/traffic-use?tab=endpoints",
  "/cli/white-manage",
  "/cli/api-white-model",
  "/cli/api-extract",
  "/cli/isp-user",
  "/cli/isp-history",
  "/cli/static-proxies",
  "/cli/static-short-proxies",
  "/cli/unlimit-proxies",
  "/cli/unlimit-bandwidth",
  "/cli/promotion-plan",
  "/cli/cdkey",
  "/cli/billing",
  "/cli/traffic-access",
  "/cli/unlimit-access",
  "/cli/setting?tab=developers",
];

export const homePaths = [
  "/cli/home",
  "/cli/home?recharge=1",
  "/cli/home?buy=ip-enterprise",
  "/cli/home?guide=1",
  "/cli/package-purchase",
  "/cli/promotion-plan",
  "/cli/cdkey",
];

export const trafficPaths = [
  "/cli/traffic-use",
  "/cli/traffic-use?tab=endpoints",
  "/cli/traffic-use?tab=endpoints&dialog=explain",
  "/cli/traffic-use?dialog=create",
  "/cli/traffic-use?hide=limits,enabled&sort=usedBytes.desc",
  "/cli/live",
  "/cli/request-log",
  "/cli/request-log?outcome=refused&range=custom",
  "/cli/white-manage",
  "/cli/traffic-access",
  "/cli/traffic-usage",
];

export const poolPaths = [
  "/cli/isp-user",
  "/cli/isp-user?country=DE&city=berlin&state=berlin",
  "/cli/isp-user?tab=opened",
  "/cli/isp-user?tab=local",
  "/cli/isp-user?buy=1",
  "/cli/isp-nouser",
  "/cli/isp-nouser?tab=opened",
  "/cli/isp-history",
  "/cli/isp-history?kind=nouser&days=30",
  "/cli/isp-access",
  "/cli/isp-usage",
];

export const staticPaths = [
  "/cli/api-white-model",
  "/cli/api-extract",
  "/cli/static-proxies",
  "/cli/static-short-proxies",
  "/cli/static-proxies?take=1",
  "/cli/static-access",
  "/cli/static-usage",
];

export const planPaths = [
  "/cli/unlimit-proxies",
  "/cli/unlimit-proxies?plan=PORTS",
  "/cli/unlimit-proxies?plan=PORTS&tab=whitelist",
  "/cli/unlimit-proxies?plan=PORTS&tab=monitor",
  "/cli/unlimit-proxies?buy=1",
  "/cli/unlimit-bandwidth",
  "/cli/unlimit-bandwidth?plan=BANDWIDTH",
  "/cli/unlimit-access",
  "/cli/unlimit-usage",
  "/cli/setting",
  "/cli/setting?tab=sessions",
  "/cli/billing",
  "/cli/billing?tab=recharges",
  "/cli/billing?tab=statement",
  "/cli/billing?tab=invoice",
  "/cli/setting?tab=account",
  "/cli/setting?tab=alerts",
  "/cli/setting?tab=developers",
];

/** All addresses of a customer. */
export const paths = [...homePaths, ...trafficPaths, ...poolPaths, ...staticPaths, ...planPaths];
