import {
  IconBell,
  IconCode,
  IconCreditCard,
  IconDevices,
  IconFileCertificate,
  IconShieldLock,
  IconUserCircle,
  IconUsersGroup,
  type Icon,
} from "@turnpike/ui/icons.ts";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import type { TeamRole } from "@turnpike/rules/team.ts";
import { accountView } from "../../lib/session.ts";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { UrlTabs } from "../../ui/place/UrlTabs.tsx";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const tabs = [
  "security",
  "sessions",
  "account",
  "team",
  "identity",
  "cards",
  "alerts",
  "developers",
] as const;
type Tab = (typeof tabs)[number];

const icons: Record<Tab, Icon> = {
  security: IconShieldLock,
  sessions: IconDevices,
  account: IconUserCircle,
  team: IconUsersGroup,
  identity: IconFileCertificate,
  cards: IconCreditCard,
  alerts: IconBell,
  developers: IconCode,
};
/** Each tab is a chunk of its own, since the first paint needs only one of them. */
const contents: Record<Tab, ComponentType> = {
  security: lazyComponent(async () => (await import("../security/SecurityTab.tsx")).SecurityTab),
  sessions: lazyComponent(async () => (await import("../sessions/SessionsTab.tsx")).SessionsTab),
  account: lazyComponent(async () => (await import("../account/AccountTab.tsx")).AccountTab),
  team: lazyComponent(async () => (await import("../team/TeamTab.tsx")).TeamTab),
  identity: lazyComponent(async () => (await import("../identity/IdentityTab.tsx")).IdentityTab),
  cards: lazyComponent(async () => (await import("../cards/CardsTab.tsx")).CardsTab),
  alerts: lazyComponent(async () => (await import("../alerts/Alerts.tsx")).Alerts),
  developers: lazyComponent(
    async () => (await import("../developers/DevelopersTab.tsx")).DevelopersTab,
  ),
};

/** The tabs that a role in a team has a use for; the owner has all. */
const tabsOfRole: Record<TeamRole, readonly Tab[]> = {
  admin: ["team", "sessions", "cards", "alerts", "developers"],
  billing: ["cards", "alerts"],
  developer: ["team", "sessions", "alerts", "developers"],
  viewer: ["alerts"],
};

/** The account's settings (spec/dashboard#settings); the tab is kept in the URL. */
export function Settings() {
  const { t } = useTranslation("setting");
  const [params] = useSearchParams();
  const role = accountView()?.role;
  const shown = role ? tabsOfRole[role] : tabs;
  // Links in old e-mails lead to the former tab of orders and invoices.
  if (params.get("tab") === "billing") return <Navigate to={billingPath(params)} replace />;
  return (
    <>
      <PlaceHeader description={t("frame.description")} />
      <UrlTabs
        tabs={shown.map((key) => ({
          key,
          icon: icons[key],
          label: t(`frame.tabs.${key}`),
          content: contents[key],
        }))}
      />
    </>
  );
}

/** The path of the same orders on the billing screen. */
function billingPath(params: URLSearchParams): string {
  const rest = new URLSearchParams(params);
  rest.delete("tab");
  return rest.size > 0 ? `/cli/billing?${rest}` : "/cli/billing";
}
