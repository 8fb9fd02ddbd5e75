import { Button, Center, Loader, Stack, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Doorway } from "./AuthLayout.tsx";
import { LateMfaStep } from "./LateMfaStep.tsx";
import { Logo } from "../../ui/Logo.tsx";
import type { Failure, View } from "./landing-view.ts";
import { useLanding } from "./use-landing.ts";

/**
 * Where a ticket or a provider leads (spec/dashboard#public-routes): a moment, unless something is
 * wrong.
 */
export function Loading() {
  const { t } = useTranslation(["loading", "login"]);
  const view = useLanding();
  return (
    <>
      <div role="status" className="visually-hidden">
        {view.is === "failed" ? `${view.title}. ${view.text}` : t("signingIn")}
      </div>
      <Shown view={view} />
    </>
  );
}

function Shown({ view }: { view: View }) {
  const { t } = useTranslation(["loading", "login"]);
  if (view.is === "failed") return <Failed {...view} />;
  if (view.is === "code") {
    return (
      <Doorway title={t("login:mfa.title")} description={t("login:mfa.description")}>
        <LateMfaStep send={view.send} onBack={view.back} />
      </Doorway>
    );
  }
  return (
    <Center component="main" mih="100vh" p="lg">
      <Stack align="center" gap="lg">
        <Logo size={34} />
        <Loader aria-hidden />
        <Title order={1} fz="lg" fw={550}>
          {t(view.is)}
        </Title>
      </Stack>
    </Center>
  );
}

/** A link takes no `autoFocus`. */
const focus = (way: HTMLElement | null) => way?.focus();

function Failed({ title, text, ways }: Failure) {
  return (
    <Doorway title={title} description={text}>
      <Stack gap="sm">
        {ways.map(({ words, to, run }, at) => {
          const look = {
            size: "md",
            fullWidth: true,
            ref: at === 0 ? focus : null,
            variant: at === 0 ? "filled" : "default",
          };
          return to ? (
            <Button key={words} component={Link} to={to} replace {...look}>
              {words}
            </Button>
          ) : (
            <Button key={words} onClick={run} {...look}>
              {words}
            </Button>
          );
        })}
      </Stack>
    </Doorway>
  );
}
