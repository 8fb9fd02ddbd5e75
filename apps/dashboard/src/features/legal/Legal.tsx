import { Anchor, Container, Group, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ColorSchemeSwitch } from "@turnpike/ui/ColorSchemeSwitch.tsx";
import { LanguageSwitch } from "../preferences/LanguageSwitch.tsx";
import { Logo } from "@turnpike/ui/Logo.tsx";

/** A legal page: the terms or the privacy policy, in short paragraphs. */
export function Legal(props: { page: "terms" | "policy" }) {
  const { t } = useTranslation("legal");
  const sections = Object.values(
    t(`${props.page}.sections`, { returnObjects: true }) as Record<
      string,
      { title: string; text: string }
    >,
  );
  return (
    <Container size="sm" py="lg">
      <Group component="header" justify="space-between" wrap="nowrap" mb="xl">
        <Logo />
        <Group gap={4} wrap="nowrap">
          <LanguageSwitch />
          <ColorSchemeSwitch />
        </Group>
      </Group>
      <Stack component="main" gap="lg">
        <Title order={1}>{t(`${props.page}.title`)}</Title>
        {sections.map(({ title, text }) => (
          <Stack component="section" key={title} gap={4}>
            <Title order={2}>{title}</Title>
            <Text maw="70ch">{text}</Text>
          </Stack>
        ))}
        <Anchor component={Link} to="/index/login" underline="always" mt="md">
          {t("back")}
        </Anchor>
      </Stack>
    </Container>
  );
}

/** The terms that customers agree to when registering. */
export function Terms() {
  return <Legal page="terms" />;
}

/** What is stored about a customer, and for how long. */
export function Policy() {
  return <Legal page="policy" />;
}
