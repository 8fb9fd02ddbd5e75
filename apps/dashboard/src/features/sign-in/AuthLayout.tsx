import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { useBrand } from "@turnpike/ui/lib/brand.ts";
import { wireLanguage } from "@turnpike/ui/lib/language.ts";
import {
  IconArrowsExchange,
  IconCircleCheck,
  IconLockAccess,
  IconReceipt2,
} from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ColorSchemeSwitch } from "@turnpike/ui/ColorSchemeSwitch.tsx";
import classes from "./AuthLayout.module.css";
import { LanguageSwitch } from "@turnpike/ui/LanguageSwitch.tsx";
import { chooseLanguage } from "../preferences/choose-language.ts";
import { BrandLinks } from "./BrandLinks.tsx";
import { Logo } from "@turnpike/ui/Logo.tsx";

/** The layout of sign-in and registration: the form, and on wide screens a product description. */
export function AuthLayout(props: { title: string; description: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <Group justify="space-between" wrap="nowrap">
          <Logo />
          <Group gap={4} wrap="nowrap">
            <LanguageSwitch onChoose={chooseLanguage} />
            <ColorSchemeSwitch />
          </Group>
        </Group>
        <Box className={classes.form}>
          <Title order={1}>{props.title}</Title>
          <Text c="dimmed" mt={6} mb="xl">
            {props.description}
          </Text>
          {props.children}
        </Box>
        <BrandLinks />
      </main>
      <Claims />
    </div>
  );
}

const icons = { exact: IconReceipt2, instant: IconArrowsExchange, fair: IconLockAccess } as const;

/** The provider's own words if they have some in this language, else the shipped ones. */
function useClaims() {
  const { t, i18n } = useTranslation("login");
  const own = useBrand().signIn?.[wireLanguage(i18n.language)];
  if (own) return { ...own, points: own.points.map((one) => ({ ...one, icon: IconCircleCheck })) };
  const points = (Object.keys(icons) as (keyof typeof icons)[]).map((point) => ({
    title: t(`promise.${point}.title`),
    text: t(`promise.${point}.text`),
    icon: icons[point],
  }));
  return { title: t("promise.title"), points };
}

function Claims() {
  const { title, points } = useClaims();
  return (
    <aside className={classes.promise} aria-label={title}>
      <Stack gap="xl" maw={460}>
        <Title order={2} className={classes.claim}>
          {title}
        </Title>
        <Stack component="ul" gap="lg" className={classes.points}>
          {points.map((point) => (
            <li key={point.title} className={classes.point}>
              <span className={classes.icon} aria-hidden>
                <point.icon size={19} />
              </span>
              <div>
                <Text fw={600}>{point.title}</Text>
                <Text className={classes.soft} fz="sm">
                  {point.text}
                </Text>
              </div>
            </li>
          ))}
        </Stack>
      </Stack>
    </aside>
  );
}
