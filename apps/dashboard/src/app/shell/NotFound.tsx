import { Button, Center, Group, Stack, Text, Title } from "@mantine/core";
import { IconSearch } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { sessionToken } from "../../lib/session.ts";
import { Logo } from "@turnpike/ui/Logo.tsx";
import { openOverlay } from "@turnpike/ui/palette/overlay.ts";
import { Shell } from "./Shell.tsx";

/** Any other path (spec/dashboard#screens); signed-in customers keep the menu and the search. */
export function NotFound() {
  if (sessionToken() === "") return <Message signedIn={false} />;
  return (
    <Shell>
      <Message signedIn />
    </Shell>
  );
}

function Message({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation(["shell", "ui"]);
  return (
    <Center component={signedIn ? "section" : "main"} mih={signedIn ? "60vh" : "100vh"} p="lg">
      <Stack align="center" gap="md" ta="center" maw="44ch">
        {!signedIn && <Logo size={34} />}
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
              {t("ui:shell.search")}
            </Button>
          )}
        </Group>
      </Stack>
    </Center>
  );
}
