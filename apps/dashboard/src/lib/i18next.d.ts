/** Makes a wrong area or key a compile error. One line per area that the dashboard shows. */
import type buy from "@turnpike/locales/en/buy.json";
import type home from "@turnpike/locales/en/home.json";
import type forgot from "@turnpike/locales/en/forgot.json";
import type loading from "@turnpike/locales/en/loading.json";
import type login from "@turnpike/locales/en/login.json";
import type legal from "@turnpike/locales/en/legal.json";
import type register from "@turnpike/locales/en/register.json";
import type live from "@turnpike/locales/en/live.json";
import type ledger from "@turnpike/locales/en/ledger.json";
import type parts from "@turnpike/locales/en/parts.json";
import type cdkey from "@turnpike/locales/en/cdkey.json";
import type promotionPlan from "@turnpike/locales/en/promotion-plan.json";
import type requestLog from "@turnpike/locales/en/request-log.json";
import type setting from "@turnpike/locales/en/setting.json";
import type settingAlerts from "@turnpike/locales/en/setting-alerts.json";
import type settingAccount from "@turnpike/locales/en/setting-account.json";
import type shell from "@turnpike/locales/en/shell.json";
import type trafficUse from "@turnpike/locales/en/traffic-use.json";
import type packagePurchase from "@turnpike/locales/en/package-purchase.json";
import type staticArea from "@turnpike/locales/en/static.json";
import type staticTake from "@turnpike/locales/en/static-take.json";
import type staticEdit from "@turnpike/locales/en/static-edit.json";
import type unlimited from "@turnpike/locales/en/unlimited.json";
import type unlimitedBuy from "@turnpike/locales/en/unlimited-buy.json";
import type monitor from "@turnpike/locales/en/monitor.json";
import type lines from "@turnpike/locales/en/lines.json";
import type pool from "@turnpike/locales/en/pool.json";
import type whitePort from "@turnpike/locales/en/white-port.json";
import type extract from "@turnpike/locales/en/extract.json";
import type manager from "@turnpike/locales/en/manager.json";
import type formats from "@turnpike/locales/en/formats.json";
import type whiteManage from "@turnpike/locales/en/white-manage.json";
import type ui from "@turnpike/locales/en/ui.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "ui";
    resources: {
      ui: typeof ui;
      shell: typeof shell;
      parts: typeof parts;
      ledger: typeof ledger;
      live: typeof live;
      "request-log": typeof requestLog;
      login: typeof login;
      register: typeof register;
      forgot: typeof forgot;
      loading: typeof loading;
      legal: typeof legal;
      home: typeof home;
      buy: typeof buy;
      lines: typeof lines;
      "white-manage": typeof whiteManage;
      "package-purchase": typeof packagePurchase;
      "traffic-use": typeof trafficUse;
      setting: typeof setting;
      "promotion-plan": typeof promotionPlan;
      cdkey: typeof cdkey;
      static: typeof staticArea;
      "static-take": typeof staticTake;
      "static-edit": typeof staticEdit;
      unlimited: typeof unlimited;
      "unlimited-buy": typeof unlimitedBuy;
      monitor: typeof monitor;
      pool: typeof pool;
      "white-port": typeof whitePort;
      extract: typeof extract;
      manager: typeof manager;
      formats: typeof formats;
      "setting-account": typeof settingAccount;
      "setting-alerts": typeof settingAlerts;
    };
  }
}
