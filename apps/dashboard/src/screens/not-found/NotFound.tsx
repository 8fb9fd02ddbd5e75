import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Logo } from "../../shell/Logo.tsx";

/** Any other path (spec §2). */
export function NotFound() {
  const { t } = useTranslation("shell");
  return (
    <Center component="main" mih="100vh" p="lg">
      <Stack align="center" gap="md" ta="center" maw="44ch">
        <Logo size={34} />
        <Title order={1} mt="md">
          {t("notFound.title")}
        </Title>
        <Text c="dimmed">{t("notFound.text")}</Text>
        <Button component={Link} to="/cli/home" mt="sm">
          {t("notFound.home")}
        </Button>
      </Stack>
    </Center>
  );
}
