import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { IconArrowsExchange, IconLockAccess, IconReceipt2 } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ColorSchemeSwitch } from "@turnpike/ui/ColorSchemeSwitch.tsx";
import classes from "./AuthLayout.module.css";
import { LanguageSwitch } from "../preferences/LanguageSwitch.tsx";
import { Logo } from "@turnpike/ui/Logo.tsx";

/** The layout of sign-in and registration: the form, and on wide screens a product description. */
export function AuthLayout(props: { title: string; description: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <Group justify="space-between" wrap="nowrap">
          <Logo />
          <Group gap={4} wrap="nowrap">
            <LanguageSwitch />
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
      </main>
      <Claims />
    </div>
  );
}

const points = { exact: IconReceipt2, instant: IconArrowsExchange, fair: IconLockAccess } as const;

function Claims() {
  const { t } = useTranslation("login");
  return (
    <aside className={classes.promise} aria-label={t("promise.title")}>
      <Stack gap="xl" maw={460}>
        <Title order={2} className={classes.claim}>
          {t("promise.title")}
        </Title>
        <Stack component="ul" gap="lg" className={classes.points}>
          {(Object.keys(points) as (keyof typeof points)[]).map((point) => {
            const Icon = points[point];
            return (
              <li key={point} className={classes.point}>
                <span className={classes.icon} aria-hidden>
                  <Icon size={19} />
                </span>
                <div>
                  <Text fw={600}>{t(`promise.${point}.title`)}</Text>
                  <Text className={classes.soft} fz="sm">
                    {t(`promise.${point}.text`)}
                  </Text>
                </div>
              </li>
            );
          })}
        </Stack>
      </Stack>
    </aside>
  );
}
