import { Button, Center, Group, Stack, Text, Title } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryClient } from "../../lib/queries.ts";
import { sessionToken } from "../../lib/session.ts";
import { Logo } from "@turnpike/ui/Logo.tsx";
import { Overlays } from "../palette/Overlays.tsx";
import { openOverlay } from "@turnpike/ui/palette/overlay.ts";

/** Any other path (spec/dashboard#screens): home, and for whoever is signed in the search. */
export function NotFound() {
  const { t } = useTranslation("shell");
  const signedIn = sessionToken() !== "";
  return (
    <Center component="main" mih="100vh" p="lg">
      <Stack align="center" gap="md" ta="center" maw="44ch">
        <Logo size={34} />
        <Title order={1} mt="md">
          {t("notFound.title")}
        </Title>
        <Text c="dimmed" style={{ textWrap: "balance" }}>
          {t("notFound.text")}
        </Text>
        <Group mt="sm" gap="sm" justify="center">
          <Button component={Link} to="/cli/home">
            {t("notFound.home")}
          </Button>
          {signedIn && (
            <Button
              variant="default"
              leftSection={<IconSearch size={16} aria-hidden />}
              onClick={() => openOverlay("palette")}
            >
              {t("search")}
            </Button>
          )}
        </Group>
      </Stack>
      {signedIn && (
        <QueryClientProvider client={queryClient}>
          <Overlays />
        </QueryClientProvider>
      )}
    </Center>
  );
}
