import { Stack, Text } from "@mantine/core";
import {
  IconActivityHeartbeat,
  IconAffiliate,
  IconChartBar,
  IconHome2,
  IconListSearch,
  IconPoint,
  IconSettings,
  IconShieldCheck,
  IconServer2,
  IconServerBolt,
  IconGauge,
  IconPlugConnected,
  IconApi,
  IconBroadcast,
  IconHistory,
  IconMapPin,
  IconMapPinCheck,
  IconTicket,
  IconUserKey,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { screens, type TitleKey } from "../routes.tsx";
import classes from "./Shell.module.css";

const icons: Partial<Record<TitleKey, typeof IconPoint>> = {
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
const sections = [
  "overview",
  "trafficPlan",
  "isp",
  "staticIps",
  "unlimited",
  "earn",
  "account",
] as const;

/** The menu, from the route table. */
export function MenuLinks() {
  const { t } = useTranslation("shell");
  return (
    <Stack gap="md">
      {sections.map((section) => (
        <Stack key={section} gap={2}>
          {section !== "overview" && (
            <Text fz="xs" fw={600} c="dimmed" px="sm" py={6}>
              {t(`sections.${section}`)}
            </Text>
          )}
          {screens.map(({ path, title, menu }) => {
            if (menu !== section) return null;
            const Icon = icons[title] ?? IconPoint;
            return (
              <NavLink key={path} to={path} className={classes.link ?? ""}>
                <Icon size={18} aria-hidden />
                <span>{t(`titles.${title}`)}</span>
              </NavLink>
            );
          })}
        </Stack>
      ))}
    </Stack>
  );
}
